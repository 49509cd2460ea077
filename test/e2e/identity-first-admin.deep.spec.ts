import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@florin/infrastructure';
import { removeEmbeddedPostgres } from '@florin/infrastructure/embedded';
import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { SLICES } from '../../apps/api/src/app.module.js';
import { requireFreePort } from '../../apps/api/src/config/listening.js';
import { resolveConfig } from '../../apps/api/src/config/resolved-config.js';
import { parseSettings } from '../../apps/api/src/config/settings.js';
import { startFlorin } from '../../apps/api/src/start.js';
import { send } from '../support/running-api.js';

const aFolder = () => join(tmpdir(), `florin-test-${process.pid}-${randomBytes(6).toString('hex')}`);
const [dataDir, unlucky, unsteady] = [aFolder(), aFolder(), aFolder()];
afterAll(async () => {
  await removeEmbeddedPostgres(dataDir);
  await removeEmbeddedPostgres(unlucky);
  await removeEmbeddedPostgres(unsteady);
});

/** As somebody who tries Florin out starts it: no settings at all, but for a free port and a folder of its own. */
async function startAlone() {
  const settings = resolveConfig(parseSettings({ DATA_DIR: dataDir, PORT: '0', PASSWORD_COST: '4' }));
  const logs: string[] = [];
  const logger = createLogger('trace', { write: (line) => logs.push(line) });
  const florin = await startFlorin(settings, { logger, printLine: () => undefined });
  const { api } = florin;
  const logIn = (email: string, password: string) =>
    send(`${api.url}/v1/auth/login`, 'POST', { body: { email, password } });
  return { lines: api.startupMessages.lines, logs, logIn, stop: () => florin.stop() };
}

/** A start on a port that somebody else takes: before it begins, or when the admin has just been made. */
async function startOnTakenPort(moment: 'before' | 'meanwhile') {
  const other = createServer();
  const port = await requireFreePort({ host: '127.0.0.1', port: 0 });
  const take = async () => {
    other.listen(port, '127.0.0.1');
    await once(other, 'listening');
  };
  @Module({})
  class Latecomer implements OnApplicationBootstrap {
    async onApplicationBootstrap() {
      if (moment === 'meanwhile') await take();
    }
  }
  if (moment === 'before') await take();
  const environment = { DATA_DIR: unlucky, PORT: String(port), PASSWORD_COST: '4' };
  const lines: string[] = [];
  const starting = startFlorin(resolveConfig(parseSettings(environment)), {
    logger: createLogger('silent'),
    printLine: (line) => lines.push(line),
    slices: [...SLICES, Latecomer],
  });
  await expect(starting).rejects.toThrow(`PORT ${port} is in use by another program`);
  other.close();
  await once(other, 'close');
  return lines.join('\n');
}

/** A start that comes to nothing when the admin has just been made. */
async function startAndFail(environment: Readonly<Record<string, string>>) {
  @Module({})
  class Broken implements OnApplicationBootstrap {
    onApplicationBootstrap() {
      throw new Error('in vain');
    }
  }
  const lines: string[] = [];
  const starting = startFlorin(
    resolveConfig(parseSettings({ PORT: '0', PASSWORD_COST: '4', ...environment })),
    {
      logger: createLogger('silent'),
      printLine: (line) => lines.push(line),
      slices: [...SLICES, Broken],
    },
  );
  await expect(starting).rejects.toThrow('in vain');
  return lines.join('\n');
}

describe('Florin with its own database, whatever else becomes of its start', () => {
  it('tells the password of the admin that it made', async () => {
    expect(await startAndFail({ DATA_DIR: unsteady })).toMatch(/admin is \S+ with password \S+/);
  });
});

describe('Florin with its own database, on a port that is taken', () => {
  it('makes no admin before it has found out, and tells its password if it has', async () => {
    expect(await startOnTakenPort('before')).not.toContain('password');
    expect(await startOnTakenPort('meanwhile')).toMatch(/admin is \S+ with password \S+/);
  });
});

describe('Florin with its own database and no settings', () => {
  it('makes an admin whose password it tells once, to the person at the terminal and nobody else', async () => {
    const first = await startAlone();
    const [, email, password] = /admin is (\S+) with password (\S+)/.exec(first.lines.join('\n')) ?? [];
    const { status } = await first.logIn(email!, password!);
    expect(status).toBe(200);
    expect(first.logs.join('\n')).not.toContain(password);
    await first.stop();

    const second = await startAlone();
    expect(second.lines.join('\n')).not.toContain('password');
    expect((await second.logIn(email!, password!)).status).toBe(200);
    await second.stop();
  });
});
