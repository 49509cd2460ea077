import { describe, expect, it } from '@jest/globals';
import type { Environment } from '@florin/infrastructure';
import { parseSettings } from '../../apps/api/src/config/settings.js';
import { parseWorkerSettings } from '../../apps/worker/src/settings.js';
import { PAGES } from './pages.js';
import { settingsRead } from './settings-read.js';

const page = PAGES.find(({ path }) => path === 'docs/operating/settings.md')?.text ?? '';
const rows = [...page.matchAll(/^\| `([A-Z_]+)` +\| (.+?) +\| /gm)].map(
  ([, name = '', defaultValue = '']) => ({
    name,
    defaultValue,
  }),
);
const [apiPart = '', workerPart = ''] = page.split('## The worker');
const named = (part: string): string[] =>
  [...new Set(part.match(/`[A-Z]+(_[A-Z]+)*`/g))].map((name) => name.slice(1, -1));

const embedded = parseSettings({});
const server: Environment = { DATABASE_URL: 'postgres://florin@db/florin', JWT_SECRET: 'x'.repeat(32) };
const onOff = (isOn: boolean): string => (isOn ? 'on' : 'off');
const delay = (seconds: number | undefined): string => String(seconds ?? 'off');

/** The documented defaults. */
const DEFAULTS: Readonly<Record<string, string>> = {
  PORT: `\`${embedded.port}\``,
  HOST: `\`${embedded.host}\``,
  DATA_DIR: `\`${embedded.database.kind === 'embedded' ? embedded.database.dataDir : ''}\``,
  WEB_CONCURRENCY: `\`${embedded.processes}\``,
  SIGNUP: `\`${embedded.signup}\``,
  ACCESS_TOKEN_TTL: `\`${embedded.accessTokenTtlSeconds}\``,
  REFRESH_REUSE_GRACE_SECONDS: `\`${embedded.refreshReuseGraceSeconds}\``,
  PASSWORD_COST: `\`${embedded.passwordCost}\``,
  RATE_LIMITS: `\`${onOff(embedded.rateLimits)}\``,
  SETTLEMENT_DELAY_SECONDS: `embedded: \`${delay(embedded.settlementDelaySeconds)}\`, otherwise \`${delay(parseSettings(server).settlementDelaySeconds)}\``,
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: `embedded: \`${onOff(embedded.allowsPrivateWebhooks)}\`, otherwise \`${onOff(parseSettings(server).allowsPrivateWebhooks)}\``,
  MAIL_PAYMENTS_PER_HOUR: `\`${embedded.mailPaymentsPerHour}\``,
  LOG_LEVEL: `\`${embedded.logLevel}\``,
  WORKER_PORT: `\`${parseWorkerSettings(server).port?.number ?? ''}\``,
  WORKER_HOST: `\`${parseWorkerSettings(server).host}\``,
};

describe('docs/operating/settings.md', () => {
  it('has a row for each setting that the API reads, and no other', () => {
    const isApiSetting = (name: string): boolean => !name.startsWith('WORKER_');
    const listed = rows.map(({ name }) => name).filter(isApiSetting);
    expect(listed.sort()).toEqual(settingsRead(parseSettings).filter(isApiSetting).sort());
    expect(apiPart).not.toBe('');
  });

  it('names each setting that the worker reads', () => {
    const reads = settingsRead(parseWorkerSettings);
    expect(reads.length).toBeGreaterThan(3);
    expect(named(workerPart)).toEqual(expect.arrayContaining(reads));
  });

  it.each(Object.entries(DEFAULTS))('has the default of %s', (name, value) => {
    expect(rows.find((row) => row.name === name)?.defaultValue).toBe(value);
  });
});
