/** The parent process may have ended before this one loaded its code; then no event comes. */
export function whenStarterIsGone(act: () => void): void {
  if (process.send === undefined) return;
  if (process.connected) process.once('disconnect', act);
  else act();
}
