/** The parent process may have ended before this one loaded its code; then no event comes. */
export function onParentExit(callback: () => void): void {
  if (process.send === undefined) return;
  if (process.connected) process.once('disconnect', callback);
  else callback();
}
