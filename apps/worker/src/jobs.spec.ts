import { describe, expect, it } from '@jest/globals';
import { type Database, SystemClock, SystemIds } from '@florin/infrastructure';
import { pino } from 'pino';
import { workOn } from './jobs.js';

describe('the jobs of the worker', () => {
  /** A database that answers every question with as many rows as fill a bite, so that there is always more to do. */
  function workOnEndlessRows() {
    let questions = 0;
    const query = (): Promise<unknown[]> => {
      questions += 1;
      return Promise.resolve([{ count: 1_000, reached: new Date(0) }]);
    };
    const builder: unknown = new Proxy(() => builder, {
      get: (_, name) => (name === 'getMany' ? query : () => builder),
    });
    const manager = { createQueryBuilder: () => builder, query };
    const source = { query, manager, options: {} } as unknown as Database['source'];
    const ground = { source, clock: new SystemClock(), ids: new SystemIds() };
    const settings = { jwtSecret: 'x'.repeat(32), settlementDelaySeconds: undefined };
    const { jobs } = workOn(ground, settings, pino({ level: 'silent' }));
    return { jobs, asked: () => questions };
  }

  it('begin nothing more once their time is over', async () => {
    const { jobs, asked } = workOnEndlessRows();
    for (const job of jobs) {
      const before = asked();
      await job.run(() => true);
      expect([job.name, asked() - before]).toEqual([job.name, job.name.startsWith('purge') ? 1 : 0]);
    }
  });
});
