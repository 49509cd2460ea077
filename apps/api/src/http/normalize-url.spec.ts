import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pathOf, normalizeUrl } from './normalize-url.js';

const UNRESERVED = /^[A-Za-z0-9._~-]$/;

describe('normalizeUrl', () => {
  it.each([
    ['/v1/accounts', '/v1/accounts'],
    ['/v1/account%73', '/v1/accounts'],
    ['/%76%31/%61ccount?a=%61', '/v1/account?a=%61'],
    ['/v1/transactions/txn%5f01', '/v1/transactions/txn_01'],
    ['/v1/a%2Fb', '/v1/a%2Fb'],
    ['/v1/%2573', '/v1/%2573'],
    ['/v1/%', '/v1/%'],
    ['/v1/%zz', '/v1/%zz'],
    ['/v1/account%%373', '/v1/account%%373'],
    ['/v1/account%7%33', '/v1/account%7%33'],
    ['/v1/%61ccount%7%33?a=%61', '/v1/%61ccount%7%33?a=%61'],
    ['/v1/account%73?a=%%373', '/v1/accounts?a=%%373'],
    ['/v1/?', '/v1/?'],
    ['*', '*'],
    ['http://other.example/v1/accounts?a=b', '/v1/accounts?a=b'],
    ['HTTPS://other.example:8443/v1/account%73', '/v1/accounts'],
    ['http://other.example', '/'],
  ])('%s is %s', (url, normalized) => {
    expect(normalizeUrl(url)).toBe(normalized);
  });

  it('decodes unreserved characters only', () => {
    for (let code = 0; code < 256; code += 1) {
      const escaped = `/%${code.toString(16).padStart(2, '0')}`;
      const character = String.fromCharCode(code);
      expect(normalizeUrl(escaped)).toBe(UNRESERVED.test(character) ? `/${character}` : escaped);
    }
  });

  it('is idempotent', () => {
    const piece = fc.constantFrom('%', '3', '7', 'f', 's', '/', '?', '%33', '%37', '%73', '%25');
    const urls = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`);
    fc.assert(
      fc.property(urls, (url) => {
        expect(normalizeUrl(normalizeUrl(url))).toBe(normalizeUrl(url));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('pathOf', () => {
  it.each([
    ['/v1/accounts', '/v1/accounts'],
    ['/v1/accounts?a=b', '/v1/accounts'],
    ['/v1/accounts?a=b?c', '/v1/accounts'],
    ['/v1/accounts?', '/v1/accounts'],
    ['?a=b', ''],
    ['', ''],
  ])('%j is %j', (url, path) => {
    expect(pathOf(url)).toBe(path);
  });
});
