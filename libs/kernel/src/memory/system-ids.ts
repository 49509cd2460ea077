import { type Id, idFromUuid, Ids, type Prefix } from '../ids.js';
import { uuidV7Source } from '../uuid-v7.js';

const POOL_WORDS = 1_024;

function randomPool(): () => number {
  const pool = new Uint32Array(POOL_WORDS);
  let used = POOL_WORDS;
  return () => {
    if (used === POOL_WORDS) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    return pool[used++] ?? 0;
  };
}

/** UUIDv7 ids. Use one instance per process, so that they are in order. */
export class SystemIds extends Ids {
  readonly #nextUuid = uuidV7Source(Date.now, randomPool());

  next<P extends Prefix>(prefix: P): Id<P> {
    return idFromUuid(prefix, this.#nextUuid());
  }
}
