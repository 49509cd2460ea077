import DataLoader from 'dataloader';

/**
 * Reads all that one turn of the event loop asks for with one query. Nothing is cached, and a query that was sent takes no
 * further keys: an answer is never older than its question.
 */
export const turnLoader = <Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): DataLoader<Key, Value | undefined> =>
  new DataLoader<Key, Value | undefined>(
    async (keys) => {
      const found = await read([...new Set(keys)]);
      return keys.map((key) => found.get(key));
    },
    {
      cache: false,
      batchScheduleFn: (callback) => {
        setImmediate(callback);
      },
    },
  );
