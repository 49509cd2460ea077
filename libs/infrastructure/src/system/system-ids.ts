import { randomFillSync } from 'node:crypto';
import { type Id, idFromUuid, Ids, type Prefix, uuidV7Source } from '@florin/kernel';

const POOL_BYTES = 4_096;

/** Cryptographic randomness, fetched from the system for hundreds of ids at once: each fetch costs as much as any. */
function randomPool(): (count: number) => Uint8Array {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return (count) => {
    if (used + count > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    used += count;
    // A copy, so that nothing that was handed out changes when the pool is filled again.
    return pool.slice(used - count, used);
  };
}

/** Draws ids from the machine's clock and its cryptographic randomness. One per process keeps them in order. */
export class SystemIds extends Ids {
  readonly #nextUuid = uuidV7Source(Date.now, randomPool());

  next<P extends Prefix>(prefix: P): Id<P> {
    return idFromUuid(prefix, this.#nextUuid());
  }
}
