import type { Client } from 'pg';
import type { EntitySubscriberInterface } from 'typeorm';
import { discard } from './commit.js';
import type { DatabaseLog } from './database-log.js';
import { poolOf } from './database-pool.js';
import { connectionIsToBlame, driverErrorIn, isOfReadOnlyServer, sqlStateOf } from './driver-error.js';

/** TypeORM's own loggers print parameters, and with them hashes and tokens. */
export const statementLog = (log: DatabaseLog): EntitySubscriberInterface => ({
  afterQuery({ query: sql, executionTime: milliseconds, success, error }) {
    log({
      level: 'debug',
      message: 'statement',
      sql,
      ...(milliseconds !== undefined && { milliseconds }),
      ...(!success && { sqlState: sqlStateOf(error) ?? 'none' }),
    });
  },
});

/** TypeORM returns a connection to the pool whatever its last query failed with, also after pg's query timeout. */
export const DISCARD_UNUSABLE: EntitySubscriberInterface = {
  async afterQuery({ success, error, queryRunner, dataSource }) {
    if (success) return;
    const reason = driverErrorIn(error);
    if (reason === undefined || !(connectionIsToBlame(reason) || isOfReadOnlyServer(reason))) return;
    discard((await queryRunner.connect()) as Client);
    if (isOfReadOnlyServer(reason)) void poolOf(dataSource).dropIdle();
  },
};
