import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { removeEmbeddedPostgres } from '@florin/infrastructure/embedded';
import { createLogger } from '../../apps/api/src/operations/logger.js';
import { completeSettings } from '../../apps/api/src/settings-files.js';
import { parseSettings } from '../../apps/api/src/settings.js';
import { startFlorin } from '../../apps/api/src/start.js';
import { send } from '../support/running-api.js';

jest.setTimeout(120_000);

const dataDir = join(tmpdir(), `florin-test-${process.pid}-${randomBytes(6).toString('hex')}`);
afterAll(() => removeEmbeddedPostgres(dataDir));

/** As somebody who tries Florin out starts it: no settings at all, but for a free port and a folder of its own. */
async function startAlone() {
  const settings = completeSettings(parseSettings({ DATA_DIR: dataDir, PORT: '0', PASSWORD_COST: '4' }));
  const logs: string[] = [];
  const logger = createLogger('trace', { write: (line) => logs.push(line) });
  const florin = await startFlorin(settings, { logger, say: () => undefined });
  const { api } = florin;
  const logIn = (email: string, password: string) =>
    send(`${api.url}/v1/auth/login`, 'POST', { body: { email, password } });
  return { lines: api.announcements.lines, logs, logIn, stop: () => florin.stop() };
}

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
