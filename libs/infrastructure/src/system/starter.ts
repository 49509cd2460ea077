/**
 * Calls back when the parent process, if there is an IPC channel to it, has ended. It may have ended before this process
 * loaded its code, when no event comes any more.
 */
export function whenStarterIsGone(act: () => void): void {
  if (process.send === undefined) return;
  if (process.connected) process.once('disconnect', act);
  else act();
}
