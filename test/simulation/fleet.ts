import { Process, type World } from './process.js';
import type { CardHouse } from './processor.js';
import { type Service, serviceOn } from './service.js';

/** The processes of a history. One that has died is there again, empty, when somebody asks for it the next time. */
export class Fleet {
  private readonly slots = new Map<string, Service>();

  constructor(
    private readonly world: World,
    private readonly house: CardHouse,
  ) {}

  api(): Service {
    return this.at(this.world.chance.pick(['api 1', 'api 2']));
  }

  at(name: string): Service {
    const kept = this.slots.get(name);
    if (kept !== undefined && !kept.process.isDead) return kept;
    const started = serviceOn(new Process(name, this.world), this.house);
    this.slots.set(name, started);
    return started;
  }

  /** How many callers still wait for an answer somewhere, also those who no longer listen. */
  get inFlight(): number {
    return [...this.slots.values()].reduce((sum, { process }) => sum + process.inFlight, 0);
  }

  setClocksAnew(): void {
    for (const { process } of this.slots.values()) process.setClockAnew();
  }
}
