import { describe, expect, it } from '@jest/globals';
import { ResponseReader, MalformedResponse } from './http-responses.js';

const read = (bytes: string, method = 'GET') => {
  const reader = new ResponseReader();
  reader.push(Buffer.from(bytes));
  return { response: reader.next(method), rest: reader.rest };
};

describe('an HTTP response', () => {
  it('is parsed when it is complete, in packets of any size', () => {
    const bytes = 'HTTP/1.1 200 OK\r\nX-Word: a\r\nContent-Length: 4\r\n\r\nh\u00e9y';
    const reader = new ResponseReader();
    for (const byte of Buffer.from(bytes).subarray(0, -1)) {
      reader.push(Buffer.from([byte]));
      expect(reader.next('GET')).toBeUndefined();
    }
    reader.push(Buffer.from(bytes).subarray(-1));
    const headers = { 'x-word': 'a', 'content-length': '4' };
    expect(reader.next('GET')).toEqual({ status: 200, headers, text: 'h\u00e9y' });
    expect(reader.rest).toBe('');
  });

  it('is assembled from chunks, without the bytes after it', () => {
    const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n';
    expect(read(`${chunked}HTTP`)).toMatchObject({ response: { text: 'abc' }, rest: 'HTTP' });
  });

  it('has no body after HEAD or with 204, and follows a 100 Continue', () => {
    expect(read('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n', 'HEAD').response?.text).toBe('');
    expect(read('HTTP/1.1 204 No Content\r\n\r\n').response?.status).toBe(204);
    const bytes = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';
    expect(read(bytes).response?.status).toBe(200);
  });

  it.each([
    ['status line', 'HTTP/2 200\r\n\r\n'],
    ['header', 'HTTP/1.1 200 OK\r\nno colon\r\n\r\n'],
    ['length', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
  ])('without a valid %s is malformed', (_, bytes) => {
    expect(() => read(bytes)).toThrow(MalformedResponse);
  });
});
