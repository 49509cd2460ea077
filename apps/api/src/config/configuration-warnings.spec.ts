import type { Environment } from '@florin/infrastructure';
import { describe, expect, it } from '@jest/globals';
import { configurationWarnings } from './configuration-warnings.js';
import { parseSettings } from './settings.js';

const warnings = (environment: Environment): string[] =>
  configurationWarnings(parseSettings(environment), environment);

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://pay.example',
  TRUST_PROXY: 'loopback',
  SETTLEMENT_DELAY_SECONDS: 'off',
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'off',
};

describe('configuration warnings', () => {
  it.each<Environment>([
    {},
    { NODE_ENV: '' },
    { NODE_ENV: 'development', RATE_LIMITS: 'off', PUBLIC_URL: 'http://pay.example' },
    { NODE_ENV: 'test' },
    PRODUCTION,
    { ...PRODUCTION, TRUST_PROXY: '', TLS_CERT: 'c.pem', TLS_KEY: 'k.pem' },
    { ...PRODUCTION, SETTLEMENT_DELAY_SECONDS: '60', SIGNUP: 'closed' },
  ])('does not warn about %j', (environment) => {
    expect(warnings(environment)).toEqual([]);
  });

  it.each<[warning: RegExp, environment: Environment]>([
    [/^NODE_ENV=prod is not production/, { NODE_ENV: 'prod' }],
    [/^NODE_ENV=Production is not production/, { NODE_ENV: 'Production' }],
    [/^neither TLS_CERT nor TRUST_PROXY is set/, { ...PRODUCTION, TRUST_PROXY: '' }],
    [/^PUBLIC_URL is not set/, { ...PRODUCTION, PUBLIC_URL: '' }],
    [/^PUBLIC_URL begins with http/, { ...PRODUCTION, PUBLIC_URL: 'HTTP://pay.example' }],
    [/^RATE_LIMITS is off/, { ...PRODUCTION, RATE_LIMITS: 'off' }],
    [/^credits are settled automatically/, { ...PRODUCTION, SETTLEMENT_DELAY_SECONDS: '0' }],
    [/^credits are settled automatically/, { ...PRODUCTION, SETTLEMENT_DELAY_SECONDS: '' }],
    [/^webhooks may be sent to private addresses/, { ...PRODUCTION, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: '' }],
  ])('%s: %j', (warning, environment) => {
    expect(warnings(environment)).toEqual([expect.stringMatching(warning)]);
  });
});
