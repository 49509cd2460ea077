import { randomFillSync } from 'node:crypto';
import { type Id, idFromUuid, Ids, type Prefix, uuidV7Source } from '@florin/kernel';

/** Draws ids from the machine's clock and its cryptographic randomness. One per process keeps them in order. */
export class SystemIds extends Ids {
  readonly #nextUuid = uuidV7Source(Date.now, (count) => randomFillSync(new Uint8Array(count)));

  next<P extends Prefix>(prefix: P): Id<P> {
    return idFromUuid(prefix, this.#nextUuid());
  }
}
