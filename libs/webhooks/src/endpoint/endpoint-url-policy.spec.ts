import { describe, expect, it } from '@jest/globals';
import { TestUrlPolicy } from '../testing/builders.js';
import { requireEndpointUrl } from './endpoint-url-policy.js';
import { MAX_URL_LENGTH } from './webhook-endpoint.js';

const https = new TestUrlPolicy();
const http = new TestUrlPolicy(true);
const ofLength = (length: number): string => 'https://example.com/'.padEnd(length, 'a');

describe('the URL of an endpoint', () => {
  it.each([
    ['https://example.com/hooks?from=florin', 'https://example.com/hooks?from=florin'],
    ['HTTPS://EXAMPLE.com:443', 'https://example.com/'],
    [' https://bücher.example/é\n', 'https://xn--bcher-kva.example/%C3%A9'],
    [ofLength(MAX_URL_LENGTH), ofLength(MAX_URL_LENGTH)],
  ])('%j is stored in its normal form', (text, url) => {
    expect(requireEndpointUrl(text, https)).toBe(url);
  });

  const NO_URL = `url must be a URL of at most ${MAX_URL_LENGTH} characters.`;
  const NOT_HTTPS = 'url must start with https://.';
  const CREDENTIALS = 'url must not contain a user name or a password.';
  const FRAGMENT = 'url must not contain a fragment.';
  const RESERVED = 'url must not lead to a loopback, private or otherwise reserved address.';

  it.each([
    ['an empty one', '', NO_URL],
    ['one without a scheme', 'example.com/hooks', NO_URL],
    ['one that is too long', ofLength(MAX_URL_LENGTH + 1), NO_URL],
    ['one that is too long in its normal form', `https://example.com/${'é'.repeat(500)}`, NO_URL],
    ['http', 'http://example.com/', NOT_HTTPS],
    ['another scheme', 'ftp://example.com/', NOT_HTTPS],
    ['a user name', 'https://ada@example.com/', CREDENTIALS],
    ['a password', 'https://:secret@example.com/', CREDENTIALS],
    ['a fragment', 'https://example.com/#top', FRAGMENT],
    ['an empty fragment', 'https://example.com/#', FRAGMENT],
    ['a host that the policy refuses', 'https://LOCALHOST:8443/', RESERVED],
  ])('is refused: %s', (_, text, message) => {
    expect(() => requireEndpointUrl(text, https)).toThrow(
      expect.objectContaining({ code: 'invalid_request', message }),
    );
  });

  it('may begin with http:// only where that is permitted', () => {
    expect(requireEndpointUrl('http://example.com', http)).toBe('http://example.com/');
    expect(requireEndpointUrl('https://example.com', http)).toBe('https://example.com/');
    expect(() => requireEndpointUrl('ftp://example.com', http)).toThrow('url must start with https://.');
  });
});
