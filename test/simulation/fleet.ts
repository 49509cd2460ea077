import { Process, type World } from './process.js';
import type { CardNetwork } from './card-network.js';
import { type Service, serviceOn } from './service.js';

/** The processes of a history. A crashed process is replaced by a new one at its next use. */
export class Fleet {
  private readonly services = new Map<string, Service>();

  constructor(
    private readonly world: World,
    private readonly cardNetwork: CardNetwork,
  ) {}

  api(): Service {
    return this.at(this.world.random.pick(['api 1', 'api 2']));
  }

  at(name: string): Service {
    const running = this.services.get(name);
    if (running !== undefined && !running.process.isCrashed) return running;
    const started = serviceOn(new Process(name, this.world), this.cardNetwork);
    this.services.set(name, started);
    return started;
  }

  /** The number of requests without a result, including those whose client has timed out. */
  get inFlight(): number {
    return [...this.services.values()].reduce((sum, { process }) => sum + process.inFlight, 0);
  }

  resetClocks(): void {
    for (const { process } of this.services.values()) process.resetClock();
  }
}
