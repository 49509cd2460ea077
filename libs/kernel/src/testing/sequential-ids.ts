import { type Id, idFromUuid, Ids, type Prefix } from '../ids.js';
import { uuidV7Source } from '../uuid-v7.js';
import { NOON } from './stepped-clock.js';

export class SequentialIds extends Ids {
  private readonly nextUuid: () => string;

  constructor(at: Date = NOON) {
    super();
    let count = 0;
    this.nextUuid = uuidV7Source(
      () => at.getTime(),
      () => count++,
    );
  }

  next<P extends Prefix>(prefix: P): Id<P> {
    return idFromUuid(prefix, this.nextUuid());
  }
}
