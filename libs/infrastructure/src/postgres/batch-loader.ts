import DataLoader from 'dataloader';

/** One query for all keys of one turn of the event loop. Nothing is cached, so a value is never older than its lookup. */
export const createBatchLoader = <Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): DataLoader<Key, Value | undefined> =>
  new DataLoader<Key, Value | undefined>(
    async (keys) => {
      const found = await read([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    },
    { cache: false, batchScheduleFn: (callback) => void setImmediate(callback) },
  );
