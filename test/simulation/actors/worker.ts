import type { Fleet } from '../fleet.js';
import { Deadlock } from '../locks.js';
import { DatabaseUnavailable, NoResponse, type World } from '../process.js';
import type { Service } from '../service.js';

const JOBS: readonly [string, (service: Service) => Promise<number>][] = [
  ['settle due transactions', ({ settleDue }) => settleDue.execute()],
  ['resolve stuck attempts', ({ resolveStuck }) => resolveStuck.execute()],
  ['resolve stuck refunds', ({ resolveRefunds }) => resolveRefunds.execute()],
  ['expire requests', ({ expireDue }) => expireDue.execute()],
  ['bill subscriptions', ({ billDue }) => billDue.execute()],
];

/** Two workers that run every job every few seconds, without coordination between them. */
export class Workers {
  private isStopped = false;

  constructor(
    private readonly world: World,
    private readonly fleet: Fleet,
  ) {}

  start(): void {
    for (const name of ['worker 1', 'worker 2']) void this.loop(name);
  }

  stop(): void {
    this.isStopped = true;
  }

  /** Runs the jobs on one worker, without faults, until none is left. Returns false if they never run out. */
  async finish(): Promise<boolean> {
    for (let round = 0; round < 20; round++) {
      let done = 0;
      for (const [name, job] of JOBS) done += await this.run('worker 1', name, job);
      if (done === 0) return true;
    }
    return false;
  }

  private async loop(name: string): Promise<void> {
    const { scheduler, random, faults } = this.world;
    for (;;) {
      await scheduler.sleep(random.between(2_000, 12_000));
      if (this.isStopped) return;
      for (const [jobName, job] of JOBS) {
        const runsTwice = faults.happens('a job runs twice');
        const names = runsTwice ? ['worker 1', 'worker 2'] : [name];
        await Promise.all(names.map((worker) => this.run(worker, jobName, job)));
      }
    }
  }

  private async run(
    name: string,
    jobName: string,
    job: (service: Service) => Promise<number>,
  ): Promise<number> {
    const service = this.fleet.at(name);
    try {
      const done = await service.process.handleRequest(() => job(service));
      if (done > 0) this.world.note(`${name} did ${done}: ${jobName}`);
      return done;
    } catch (error) {
      this.world.note(`${name} failed: ${jobName}`);
      for (const cause of error instanceof AggregateError ? error.errors : [error])
        this.reportUnexpected(jobName, cause);
      return 0;
    }
  }

  private reportUnexpected(jobName: string, error: unknown): void {
    if (error instanceof Deadlock) this.world.report(`deadlock: ${error.message}`);
    const isExpected =
      error instanceof DatabaseUnavailable ||
      error instanceof NoResponse ||
      (error instanceof Error && ('code' in error ? error.code === 'unavailable' : isProcessorError(error)));
    if (!isExpected) this.world.report(`${jobName} failed: ${String(error)}`);
  }
}

const isProcessorError = ({ message }: Error): boolean => message.startsWith('The processor ');
