import { describe, expect, it } from '@jest/globals';
import { urlOf } from './listen-address.js';

describe('the URL of a listener', () => {
  it('can be opened, even for a wildcard or IPv6 host', () => {
    expect([urlOf(false, '0.0.0.0', 3001), urlOf(false, '::1', 3001)]).toEqual([
      'http://localhost:3001',
      'http://[::1]:3001',
    ]);
  });

  it('omits the default port', () => {
    expect([
      urlOf(false, 'florin.example', 80),
      urlOf(true, 'florin.example', 443),
      urlOf(true, '::', 80),
    ]).toEqual(['http://florin.example', 'https://florin.example', 'https://localhost:80']);
  });
});
