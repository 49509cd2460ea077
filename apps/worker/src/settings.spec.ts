import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { parseWorkerSettings } from './settings.js';

const REQUIRED = { DATABASE_URL: 'postgres://florin@127.0.0.1/florin', JWT_SECRET: 'x'.repeat(32) };

const MAIL = {
  MAIL_URL: 'smtp://mail.example',
  MAIL_FROM: 'pay@example.com',
  PUBLIC_URL: 'https://pay.example.com',
};

describe('the worker settings', () => {
  it('require DATABASE_URL and JWT_SECRET, and have defaults for the rest', () => {
    expect(parseWorkerSettings(REQUIRED)).toEqual({
      databaseUrl: REQUIRED.DATABASE_URL,
      jwtSecret: REQUIRED.JWT_SECRET,
      settlementDelaySeconds: undefined,
      port: { number: 3001, isExplicit: false },
      host: '127.0.0.1',
      logLevel: 'info',
      metricsToken: undefined,
      allowsPrivateWebhooks: false,
      mail: undefined,
      mailPaymentsPerHour: 50,
    });
  });

  it('are read from the environment', () => {
    const environment = {
      ...REQUIRED,
      SETTLEMENT_DELAY_SECONDS: '0',
      WORKER_PORT: '4000',
      WORKER_HOST: '0.0.0.0',
      LOG_LEVEL: 'warn',
      METRICS_TOKEN: 'sixteen-letters!',
      WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'on',
      MAIL_URL: 'smtps://mail.example',
      MAIL_FROM: 'Example Pay <pay@example.com>',
      PUBLIC_URL: 'https://pay.example.com/',
      MAIL_PAYMENTS_PER_HOUR: '500',
    };
    expect(parseWorkerSettings(environment)).toMatchObject({
      settlementDelaySeconds: 0,
      port: { number: 4000, isExplicit: true },
      host: '0.0.0.0',
      logLevel: 'warn',
      metricsToken: 'sixteen-letters!',
      allowsPrivateWebhooks: true,
      mail: {
        server: { kind: 'smtp', host: 'mail.example', port: 465 },
        sender: { name: 'Example Pay', address: 'pay@example.com' },
        publicUrl: 'https://pay.example.com',
      },
      mailPaymentsPerHour: 500,
    });
    const off = { ...REQUIRED, SETTLEMENT_DELAY_SECONDS: 'off', WORKER_PORT: 'off' };
    expect(parseWorkerSettings(off)).toMatchObject({ settlementDelaySeconds: undefined, port: undefined });
  });

  it.each([
    ['DATABASE_URL', { DATABASE_URL: undefined }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://unknown' }],
    ['JWT_SECRET', { JWT_SECRET: undefined }],
    ['JWT_SECRET', { JWT_SECRET: 'short' }],
    ['SETTLEMENT_DELAY_SECONDS', { SETTLEMENT_DELAY_SECONDS: 'soon' }],
    ['SETTLEMENT_DELAY_SECONDS', { SETTLEMENT_DELAY_SECONDS: '-1' }],
    ['SETTLEMENT_DELAY_SECONDS', { SETTLEMENT_DELAY_SECONDS: '10000000' }],
    ['WORKER_PORT', { WORKER_PORT: '65536' }],
    ['WORKER_PORT', { WORKER_PORT: 'on' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'fifteen-letters' }],
    ['WEBHOOK_ALLOW_PRIVATE_ADDRESSES', { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' }],
    ['MAIL_URL', { ...MAIL, MAIL_URL: 'http://mail.example' }],
    ['MAIL_FROM', { ...MAIL, MAIL_FROM: undefined }],
    ['MAIL_FROM', { ...MAIL, MAIL_FROM: 'Example Pay' }],
    ['PUBLIC_URL', { ...MAIL, PUBLIC_URL: undefined }],
    ['MAIL_PAYMENTS_PER_HOUR', { MAIL_PAYMENTS_PER_HOUR: '0' }],
  ])('reject an invalid %s and name it', (setting, given) => {
    const parsing = () => parseWorkerSettings({ ...REQUIRED, ...given });
    expect(parsing).toThrow(expect.objectContaining({ name: 'BadSetting', setting }));
  });

  it('name the longest settlement delay in the error for a longer one', () => {
    const parsing = (seconds: string) =>
      parseWorkerSettings({ ...REQUIRED, SETTLEMENT_DELAY_SECONDS: seconds });
    expect(parsing('9999999').settlementDelaySeconds).toBe(9_999_999);
    expect(() => parsing('99999999')).toThrow('must be a whole number of seconds from 0 to 9999999, or off');
  });
});
