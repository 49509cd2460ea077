import { setImmediate } from 'node:timers/promises';

/** Whether the promise has neither been fulfilled nor rejected yet, after the events that were ready. */
export const isPending = (work: Promise<unknown>): Promise<boolean> => {
  const settled = work.then(
    () => false,
    () => false,
  );
  return Promise.race([settled, setImmediate(true)]);
};
