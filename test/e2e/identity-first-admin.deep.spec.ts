import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@florin/infrastructure';
import { removeEmbeddedPostgres } from '@florin/infrastructure/embedded';
import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { FEATURE_MODULES } from '../../apps/api/src/app.module.js';
import { requireFreePort } from '../../apps/api/src/config/listening.js';
import { resolveConfig } from '../../apps/api/src/config/resolved-config.js';
import { parseSettings } from '../../apps/api/src/config/settings.js';
import { startFlorin } from '../../apps/api/src/start.js';
import { send } from '../support/running-api.js';

const aFolder = () => join(tmpdir(), `florin-test-${process.pid}-${randomBytes(6).toString('hex')}`);
const [dataDir, portDataDir, failingDataDir] = [aFolder(), aFolder(), aFolder()];
afterAll(async () => {
  await removeEmbeddedPostgres(dataDir);
  await removeEmbeddedPostgres(portDataDir);
  await removeEmbeddedPostgres(failingDataDir);
});

/** A start without settings, except for a free port and a data folder. */
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

/** A start on a port that is taken before the start, or after the admin was created. */
async function startOnTakenPort(moment: 'before' | 'during') {
  const other = createServer();
  const port = await requireFreePort({ host: '127.0.0.1', port: 0 });
  const take = async () => {
    other.listen(port, '127.0.0.1');
    await once(other, 'listening');
  };
  @Module({})
  class PortTaker implements OnApplicationBootstrap {
    async onApplicationBootstrap() {
      if (moment === 'during') await take();
    }
  }
  if (moment === 'before') await take();
  const environment = { DATA_DIR: portDataDir, PORT: String(port), PASSWORD_COST: '4' };
  const lines: string[] = [];
  const starting = startFlorin(resolveConfig(parseSettings(environment)), {
    logger: createLogger('silent'),
    printLine: (line) => lines.push(line),
    modules: [...FEATURE_MODULES, PortTaker],
  });
  await expect(starting).rejects.toThrow(`PORT ${port} is in use by another program`);
  other.close();
  await once(other, 'close');
  return lines.join('\n');
}

/** A start that fails after the admin was created. */
async function startAndFail(environment: Readonly<Record<string, string>>) {
  @Module({})
  class FailingModule implements OnApplicationBootstrap {
    onApplicationBootstrap() {
      throw new Error('start failed');
    }
  }
  const lines: string[] = [];
  const starting = startFlorin(
    resolveConfig(parseSettings({ PORT: '0', PASSWORD_COST: '4', ...environment })),
    {
      logger: createLogger('silent'),
      printLine: (line) => lines.push(line),
      modules: [...FEATURE_MODULES, FailingModule],
    },
  );
  await expect(starting).rejects.toThrow('start failed');
  return lines.join('\n');
}

describe('a failed start with the embedded database', () => {
  it('prints the password of the admin that it created', async () => {
    expect(await startAndFail({ DATA_DIR: failingDataDir })).toMatch(/admin is \S+ with password \S+/);
  });
});

describe('a start with the embedded database on a taken port', () => {
  it('creates no admin if it detects this in time, and else prints the password', async () => {
    expect(await startOnTakenPort('before')).not.toContain('password');
    expect(await startOnTakenPort('during')).toMatch(/admin is \S+ with password \S+/);
  });
});

describe('a start with the embedded database and no settings', () => {
  it('creates an admin and prints the password once, on the terminal and not in the log', async () => {
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
