/** Also handles a parent that has already exited, after which there is no `disconnect` event. */
export function onParentExit(callback: () => void): void {
  if (process.send === undefined) return;
  if (process.connected) process.once('disconnect', callback);
  else callback();
}
