import { describe, expect, it } from '@jest/globals';
import { BadSetting, type Environment } from '@florin/infrastructure';
import { parseSettings } from './settings.js';

const server = { DATABASE_URL: 'postgres://florin@db.example/florin', JWT_SECRET: 'x'.repeat(32) };

describe('with nothing set', () => {
  it('listens on loopback with an embedded database and settles after ten seconds', () => {
    expect(parseSettings({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      processes: 1,
      publicUrl: undefined,
      database: { kind: 'embedded', dataDir: '.data' },
      worker: { host: '127.0.0.1', port: 0 },
      jwtSecret: undefined,
      adminEmail: undefined,
      adminPassword: undefined,
      signup: 'open',
      rateLimits: true,
      settlementDelaySeconds: 10,
      tls: undefined,
      trustedProxies: [],
      logLevel: 'info',
      production: false,
      passwordCost: 10,
      accessTokenTtlSeconds: 3600,
      refreshReuseGraceSeconds: 10,
      metricsToken: undefined,
      allowsPrivateWebhooks: true,
      hasMailServer: false,
      mailPaymentsPerHour: 50,
    });
  });

  it('treats an empty value as not set', () => {
    expect(parseSettings({ PORT: '', DATABASE_URL: ' ', SIGNUP: '' })).toEqual(parseSettings({}));
  });
});

describe('with a database server', () => {
  it('does not settle automatically, sends no webhooks to private addresses and uses the secret unchanged', () => {
    const settings = parseSettings({ ...server, JWT_SECRET: ` ${'é'.repeat(15)} ` });
    expect(settings).toMatchObject({
      database: { kind: 'server', url: server.DATABASE_URL },
      jwtSecret: ` ${'é'.repeat(15)} `,
      settlementDelaySeconds: undefined,
      worker: undefined,
      allowsPrivateWebhooks: false,
    });
  });
});

describe('each setting', () => {
  it.each<[Environment, object]>([
    [{ PORT: '0' }, { port: 0 }],
    [
      { HOST: '::1', PORT: '8080' },
      { host: '::1', port: 8080 },
    ],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ WORKER_HOST: '::1', WORKER_PORT: '8081' }, { worker: { host: '::1', port: 8081 } }],
    [{ WORKER_PORT: 'off' }, { worker: undefined }],
    [{ HOST: 'api.internal' }, { host: 'api.internal' }],
    [{ PUBLIC_URL: 'https://pay.example/florin/' }, { publicUrl: 'https://pay.example/florin' }],
    [{ PUBLIC_URL: 'https:pay.example' }, { publicUrl: 'https://pay.example' }],
    [{ PUBLIC_URL: 'https://pay.example/florin?' }, { publicUrl: 'https://pay.example/florin' }],
    [{ PUBLIC_URL: 'https://pay.example/our shop/#' }, { publicUrl: 'https://pay.example/our%20shop' }],
    [{ DATA_DIR: '/var/lib/florin' }, { database: { kind: 'embedded', dataDir: '/var/lib/florin' } }],
    [
      { ADMIN_EMAIL: 'Root@Example.com', ADMIN_PASSWORD: ' p ' },
      { adminEmail: 'root@example.com', adminPassword: ' p ' },
    ],
    [{ SIGNUP: 'closed' }, { signup: 'closed' }],
    [{ RATE_LIMITS: 'off' }, { rateLimits: false }],
    [{ SETTLEMENT_DELAY_SECONDS: 'off' }, { settlementDelaySeconds: undefined }],
    [{ SETTLEMENT_DELAY_SECONDS: '0' }, { settlementDelaySeconds: 0 }],
    [{ ...server, SETTLEMENT_DELAY_SECONDS: '60' }, { settlementDelaySeconds: 60 }],
    [{ TLS_CERT: 'c.pem', TLS_KEY: 'k.pem' }, { tls: { certificate: 'c.pem', key: 'k.pem' } }],
    [
      { TRUST_PROXY: '10.0.0.7, 10.1.0.0/16,fd00::/8, loopback' },
      { trustedProxies: ['10.0.0.7', '10.1.0.0/16', 'fd00::/8', 'loopback'] },
    ],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ NODE_ENV: 'production' }, { production: true }],
    [{ PASSWORD_COST: '12' }, { passwordCost: 12 }],
    [{ WEB_CONCURRENCY: '4' }, { processes: 4 }],
    [{ ACCESS_TOKEN_TTL: '60' }, { accessTokenTtlSeconds: 60 }],
    [{ REFRESH_REUSE_GRACE_SECONDS: '0' }, { refreshReuseGraceSeconds: 0 }],
    [{ METRICS_TOKEN: 'sixteen-letters!' }, { metricsToken: 'sixteen-letters!' }],
    [{ WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'off' }, { allowsPrivateWebhooks: false }],
    [{ ...server, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'on' }, { allowsPrivateWebhooks: true }],
    [{ MAIL_URL: 'smtp://mail.example', MAIL_FROM: 'pay@example.com' }, { hasMailServer: true }],
    [{ MAIL_PAYMENTS_PER_HOUR: '1' }, { mailPaymentsPerHour: 1 }],
  ])('%j is parsed', (environment, expected) => {
    expect(parseSettings(environment)).toMatchObject(expected);
  });

  it.each<[setting: string, environment: Environment]>([
    ['HOST', { HOST: '999.1.1.1' }],
    ['HOST', { HOST: 'a b' }],
    ['HOST', { HOST: '127.0.0.1/8' }],
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '0x50' }],
    ['DATABASE_URL', { ...server, DATABASE_URL: 'mysql://db.example/florin' }],
    ['DATABASE_URL', { ...server, DATABASE_URL: 'db.example' }],
    ['JWT_SECRET', { ...server, JWT_SECRET: 'x'.repeat(31) }],
    ['JWT_SECRET', { JWT_SECRET: 'short' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'root', ADMIN_PASSWORD: 'p' }],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'p' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'root@example.com' }],
    ['SIGNUP', { SIGNUP: 'Open' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'true' }],
    ['SETTLEMENT_DELAY_SECONDS', { SETTLEMENT_DELAY_SECONDS: '1.5' }],
    ['SETTLEMENT_DELAY_SECONDS', { SETTLEMENT_DELAY_SECONDS: 'never' }],
    ['WORKER_PORT', { WORKER_PORT: 'x' }],
    ['WORKER_PORT', { WORKER_PORT: '65536' }],
    ['TLS_KEY', { TLS_CERT: 'c.pem' }],
    ['TLS_CERT', { TLS_KEY: 'k.pem' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'pay.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'ftp://pay.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://pay.example/?a=1' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://ada:secret@pay.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://:secret@pay.example' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['TRUST_PROXY', { TRUST_PROXY: '0.0.0.0/0' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.7,proxy.example' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['PASSWORD_COST', { PASSWORD_COST: '16' }],
    ['WEB_CONCURRENCY', { WEB_CONCURRENCY: '0' }],
    ['WEB_CONCURRENCY', { WEB_CONCURRENCY: 'auto' }],
    ['ACCESS_TOKEN_TTL', { ACCESS_TOKEN_TTL: '0' }],
    ['REFRESH_REUSE_GRACE_SECONDS', { REFRESH_REUSE_GRACE_SECONDS: '301' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'fifteen-letters' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'a token with spaces' }],
    ['WEBHOOK_ALLOW_PRIVATE_ADDRESSES', { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'yes' }],
  ])('an invalid %s is named in a message of one line: %j', (setting, environment) => {
    const parse = (): unknown => parseSettings(environment);
    expect(parse).toThrow(BadSetting);
    expect(parse).toThrow(new RegExp(`^${setting} [^\\n]+$`));
  });

  it('never repeats a secret in an error message', () => {
    expect(() => parseSettings({ ...server, JWT_SECRET: 'hunter2' })).not.toThrow(/hunter2/);
    expect(() => parseSettings({ METRICS_TOKEN: 'hunter2' })).not.toThrow(/hunter2/);
    expect(() => parseSettings({ ...server, DATABASE_URL: 'mysql://u:hunter2@db' })).not.toThrow(/hunter2/);
  });
});
