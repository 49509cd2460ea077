/**
 * Calls back when the process that started this one, with a channel between them, is gone. It may have gone while this one
 * was still loading its code: then there is nothing left to listen for, and this one would live on, holding its port, with
 * nobody to end it. A process that was started without a channel has nobody to lose.
 */
export function whenStarterIsGone(act: () => void): void {
  if (process.send === undefined) return;
  if (process.connected) process.once('disconnect', act);
  else act();
}
