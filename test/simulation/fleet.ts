import { Process, type World } from './process.js';
import type { CardNetwork } from './card-network.js';
import { type Service, serviceOn } from './service.js';

/** The processes of a history. One that has died is there again, empty, when somebody asks for it the next time. */
export class Fleet {
  private readonly slots = new Map<string, Service>();

  constructor(
    private readonly world: World,
    private readonly cardNetwork: CardNetwork,
  ) {}

  api(): Service {
    return this.at(this.world.random.pick(['api 1', 'api 2']));
  }

  at(name: string): Service {
    const kept = this.slots.get(name);
    if (kept !== undefined && !kept.process.isCrashed) return kept;
    const started = serviceOn(new Process(name, this.world), this.cardNetwork);
    this.slots.set(name, started);
    return started;
  }

  /** How many callers still wait for an answer somewhere, also those who no longer listen. */
  get inFlight(): number {
    return [...this.slots.values()].reduce((sum, { process }) => sum + process.inFlight, 0);
  }

  resetClocks(): void {
    for (const { process } of this.slots.values()) process.resetClock();
  }
}
