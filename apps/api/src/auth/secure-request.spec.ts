import { describe, expect, it } from '@jest/globals';
import { isSecureRequest } from './secure-request.js';

const requestFrom = (
  remoteAddress: string,
  protocol: string,
  headers: object = {},
): Parameters<typeof isSecureRequest>[0] =>
  ({ protocol, headers, socket: { remoteAddress } }) as Parameters<typeof isSecureRequest>[0];

describe('isSecureRequest', () => {
  it.each([
    ['TLS from anywhere', requestFrom('203.0.113.9', 'https'), true],
    ['plain from anywhere', requestFrom('203.0.113.9', 'http'), false],
    ['plain from this machine', requestFrom('127.0.0.1', 'http'), true],
    ['plain from this machine over IPv6', requestFrom('::1', 'http'), true],
    ['plain from this machine, IPv4 in IPv6', requestFrom('::ffff:127.0.0.1', 'http'), true],
    [
      'forwarded by this machine from elsewhere',
      requestFrom('127.0.0.1', 'http', { 'x-forwarded-for': '203.0.113.9' }),
      false,
    ],
    [
      'forwarded, with the standard header',
      requestFrom('127.0.0.1', 'http', { forwarded: 'for=203.0.113.9' }),
      false,
    ],
  ])('%s: %#', (_, request, expected) => {
    expect(isSecureRequest(request)).toBe(expected);
  });
});
