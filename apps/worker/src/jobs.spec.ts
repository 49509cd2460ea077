import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import type { Database } from '@florin/infrastructure';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { Jobs } from './jobs.js';
import { parseWorkerSettings } from './settings.js';
import { JobsModule, workerCore } from './worker.module.js';

describe('the worker jobs', () => {
  /** Every query returns a full batch, so that more rows are always due. */
  async function jobsOnEndlessRows() {
    let queries = 0;
    const query = (): Promise<unknown[]> => {
      queries += 1;
      return Promise.resolve([{ count: 1_000, reached: new Date(0) }]);
    };
    const builder: unknown = new Proxy(() => builder, {
      get: (_, name) => (name === 'getMany' ? query : () => builder),
    });
    const source = { query, manager: { createQueryBuilder: () => builder, query }, options: {} };
    const core = {
      settings: parseWorkerSettings({
        DATABASE_URL: 'postgres://florin@127.0.0.1/florin',
        JWT_SECRET: 'x'.repeat(32),
      }),
      database: { source } as unknown as Database,
      logger: pino({ level: 'silent' }),
    };
    const context = await NestFactory.createApplicationContext(
      { module: JobsModule, imports: [workerCore(core)] },
      { logger: false, abortOnError: false },
    );
    return { jobs: context.get(Jobs).list, queries: () => queries };
  }

  it('start no further batch once they should stop', async () => {
    const { jobs, queries } = await jobsOnEndlessRows();
    for (const job of jobs) {
      const before = queries();
      await job.run(() => true);
      expect([job.name, queries() - before]).toEqual([job.name, job.name.startsWith('purge') ? 1 : 0]);
    }
  });
});
