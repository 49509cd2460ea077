import { describe, expect, it } from '@jest/globals';
import { plainUrl } from './plain-url.js';

const UNRESERVED = /^[A-Za-z0-9._~-]$/;

describe('the plain spelling of an address', () => {
  it.each([
    ['/v1/accounts', '/v1/accounts'],
    ['/v1/account%73', '/v1/accounts'],
    ['/%76%31/%61ccount?a=%61', '/v1/account?a=%61'],
    ['/v1/transactions/txn%5f01', '/v1/transactions/txn_01'],
    ['/v1/a%2Fb', '/v1/a%2Fb'],
    ['/v1/%2573', '/v1/%2573'],
    ['/v1/%', '/v1/%'],
    ['/v1/%zz', '/v1/%zz'],
    ['/v1/?', '/v1/?'],
    ['*', '*'],
    ['http://other.example/v1/accounts?a=b', '/v1/accounts?a=b'],
    ['HTTPS://other.example:8443/v1/account%73', '/v1/accounts'],
    ['http://other.example', '/'],
  ])('%s is %s', (url, plain) => {
    expect(plainUrl(url)).toBe(plain);
  });

  it('undoes the escapes of unreserved characters and of no others', () => {
    for (let code = 0; code < 256; code += 1) {
      const escaped = `/%${code.toString(16).padStart(2, '0')}`;
      const character = String.fromCharCode(code);
      expect(plainUrl(escaped)).toBe(UNRESERVED.test(character) ? `/${character}` : escaped);
    }
  });
});
