/** Docker sends SIGKILL after 10 seconds. */
const HARD_LIMIT_MS = 10_000;

/** On a signal: aborts `shutdown`, waits for `stop`, and exits with 0, also during startup. */
export function stopOnSignals(
  starting: Promise<{ stop(): Promise<void> }>,
  shutdown: AbortController,
  onStopFailed: (error: unknown) => void | Promise<void>,
): () => void {
  const end = (): void => {
    if (shutdown.signal.aborted) return;
    shutdown.abort();
    setTimeout(() => process.exit(1), HARD_LIMIT_MS).unref();
    void starting
      .then(
        (started) => started.stop().catch(onStopFailed),
        () => undefined,
      )
      .finally(() => process.exit(0));
  };
  // SIGHUP: the terminal was closed or the ssh connection lost.
  process.on('SIGTERM', end).on('SIGINT', end).on('SIGHUP', end);
  return end;
}
