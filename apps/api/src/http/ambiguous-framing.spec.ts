import { describe, expect, it } from '@jest/globals';
import { ambiguityOf } from './ambiguous-framing.js';

const withEncoding = (httpVersion: string, encoding?: string) => ({
  httpVersion,
  headers: encoding === undefined ? {} : { 'transfer-encoding': encoding },
});

describe('the framing of a request', () => {
  it.each([
    ['1.1', undefined],
    ['1.0', undefined],
    ['1.1', 'chunked'],
    ['1.1', 'Chunked'],
  ])('is certain with HTTP/%s and Transfer-Encoding %s', (version, encoding) => {
    expect(ambiguityOf(withEncoding(version, encoding))).toBeUndefined();
  });

  it.each([
    ['1.0', 'chunked', 'Transfer-Encoding requires HTTP/1.1.'],
    ['1.1', 'identity, chunked', 'Transfer-Encoding must be chunked.'],
    ['1.1', 'chunked, chunked', 'Transfer-Encoding must be chunked.'],
    ['1.1', 'gzip, chunked', 'Transfer-Encoding must be chunked.'],
    ['1.1', '', 'Transfer-Encoding must be chunked.'],
    ['0.9', undefined, 'The request line must end with HTTP/1.1.'],
    ['2.0', undefined, 'The request line must end with HTTP/1.1.'],
  ])('is ambiguous with HTTP/%s and Transfer-Encoding %s', (version, encoding, message) => {
    expect(ambiguityOf(withEncoding(version, encoding))).toBe(message);
  });
});
