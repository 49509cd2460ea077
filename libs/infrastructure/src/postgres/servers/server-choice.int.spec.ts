import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { mayBeHeldUp } from '../../../../../test/support/held-up.js';
import { PostgresServer } from '../../../../../test/support/postgres-server.mjs';
import { urlOfAll } from '../../../../../test/support/several-servers.js';
import { until } from '../../../../../test/support/until.js';
import { connect, createDataSource, DatabaseUnreachable } from '../data-source.js';
import { translateDatabaseError, Unavailable } from '../errors.js';
import { migrate } from '../migrate.js';
import { databaseIsReachable } from '../pool-health.js';
import { inSqlTransaction } from '../sql-transaction.js';

mayBeHeldUp();

let primary: PostgresServer;
let standby: PostgresServer;
const opened: DataSource[] = [];

beforeAll(async () => {
  primary = await PostgresServer.create();
  standby = await primary.follow();
  await migrate(primary.url);
  await primary.sql('CREATE TABLE things (name text PRIMARY KEY)', [], 'florin');
  await primary.sql('GRANT ALL ON things TO florin', [], 'florin');
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((source) => source.destroy()));
});
afterAll(async () => {
  await standby.remove();
  await primary.remove();
});

async function open(...servers: PostgresServer[]): Promise<DataSource> {
  const source = createDataSource({ url: urlOfAll(servers), poolSize: 3 });
  opened.push(await connect(source, { withinMs: 20_000 }));
  return source;
}

async function portOf(source: DataSource): Promise<number> {
  const [row] = await source.query<{ port: number }[]>("SELECT current_setting('port')::integer AS port");
  return row!.port;
}

const write = (source: DataSource): Promise<unknown> =>
  inSqlTransaction(source, (manager) => manager.query('INSERT INTO things VALUES ($1)', [randomUUID()]));
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => undefined, translateDatabaseError);
const untilWritable = (source: DataSource): Promise<void> =>
  until('writes are taken again', async () => (await failureOf(write(source))) === undefined);

describe('several servers', () => {
  it('are used where writes are taken, in whichever order they are named', async () => {
    for (const servers of [
      [standby, primary],
      [primary, standby],
    ]) {
      const source = await open(...servers);
      await Promise.all(Array.from({ length: 8 }, () => write(source)));
      expect(await portOf(source)).toBe(primary.port);
    }
  });

  it('are migrated there, too', async () => {
    expect(await migrate(urlOfAll([standby, primary], 'primary'))).toEqual([]);
  });

  it('are waited for when none takes writes, and the line says how each of them is', async () => {
    const url = standby.url.replace(`:${standby.port}`, `:${standby.port},127.0.0.1:1`);
    const source = createDataSource({ url });
    const failure: unknown = await connect(source, { withinMs: 300 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnreachable);
    expect((failure as Error).message).toBe(
      `Cannot use the database at 127.0.0.1:${standby.port},127.0.0.1:1/florin: No database server takes writes: ` +
        `127.0.0.1:${standby.port} is a standby, 127.0.0.1:1 does not answer`,
    );
  });

  it('are not waited for when all of them refuse the password', async () => {
    const url = urlOfAll([standby, primary]).replace(/:[^:@]+@/, ':wrong@');
    const source = createDataSource({ url });
    await expect(connect(source, { withinMs: 60_000 })).rejects.toThrow(/password authentication failed/);
  });

  it('are not needed to ask for writes: a lone standby is refused, too', async () => {
    const source = createDataSource({ url: `${standby.url}?target_session_attrs=read-write` });
    await expect(connect(source, { withinMs: 100 })).rejects.toThrow(/is a standby/);
  });

  it('are left when the one in use turns read-only, also on connections that were open', async () => {
    const source = await open(primary, standby);
    await Promise.all(Array.from({ length: 3 }, () => source.query('SELECT pg_sleep(0.05)')));
    await primary.set('default_transaction_read_only', 'on');
    await until(
      'no connection is left',
      async () => (await failureOf(portOf(source))) instanceof Unavailable,
    );
    await until('readiness sees it', async () => !(await databaseIsReachable(source)));
    await primary.set('default_transaction_read_only', 'off');
    await untilWritable(source);
  });
});

describe('a standby that is promoted', () => {
  it('is used instead of a primary that does not know it was replaced, which is never gone back to', async () => {
    const source = await open(primary, standby);
    await Promise.all(Array.from({ length: 3 }, () => write(source)));
    expect(await portOf(source)).toBe(primary.port);

    await standby.promote();
    // A question that is under way when the connections to the old one are cut is not answered.
    const answeredBy = () => portOf(source).catch(() => undefined);
    await until('reads come from there', async () => (await answeredBy()) === standby.port, 10_000);
    await untilWritable(source);
    expect(await portOf(await open(primary, standby))).toBe(standby.port);

    await standby.end();
    const deadline = performance.now() + 2_000;
    while (performance.now() < deadline) expect(await failureOf(portOf(source))).toBeInstanceOf(Unavailable);
    await standby.start();
    await untilWritable(source);
    expect(await portOf(source)).toBe(standby.port);
  });
});
