/** Whoever sent the signal will not wait much longer either. */
const HARD_LIMIT_MS = 10_000;

/** On a signal: aborts `ending`, waits for `stop`, and exits with 0, also during the start. */
export function endOnSignals(
  starting: Promise<{ stop(): Promise<void> }>,
  ending: AbortController,
  giveUp: (error: unknown) => void | Promise<void>,
): () => void {
  const end = (): void => {
    if (ending.signal.aborted) return;
    ending.abort();
    setTimeout(() => process.exit(1), HARD_LIMIT_MS).unref();
    void starting
      .then(
        (started) => started.stop().catch(giveUp),
        () => undefined,
      )
      .finally(() => process.exit(0));
  };
  // SIGHUP: the terminal was closed or the ssh connection lost.
  process.on('SIGTERM', end).on('SIGINT', end).on('SIGHUP', end);
  return end;
}
