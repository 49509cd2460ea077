import { describe, expect, it } from '@jest/globals';
import { isCommit, isCommitAnswer, Messages } from '../../tools/drill/wire-messages.mjs';

/** A protocol message: type (none in the startup message), length, content. */
function message(type: string, ...content: (string | number)[]): Buffer {
  const parts = content.map((part) => {
    if (typeof part === 'string') return Buffer.from(`${part}\0`);
    const number = Buffer.alloc(4);
    number.writeInt32BE(part);
    return number;
  });
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + parts.reduce((sum, { length: bytes }) => sum + bytes, 0));
  return Buffer.concat([Buffer.from(type), length, ...parts]);
}

const startup = message('', 196_608, 'user', 'florin', '');
const begin = message('Q', 'BEGIN');
const commit = message('Q', 'COMMIT');

describe('the byte stream of a client', () => {
  it('is split into the same messages with packets of any size', () => {
    const sent = [startup, message('p', 'secret'), begin, commit];
    const stream = Buffer.concat(sent);
    for (const size of [1, 3, 7, stream.length]) {
      const messages = new Messages({ hasTypes: false });
      const received: Buffer[] = [];
      for (let at = 0; at < stream.length; at += size)
        received.push(...messages.add(stream.subarray(at, at + size)));
      expect(received).toEqual(sent);
    }
  });

  it('may begin with an SSLRequest', () => {
    const sslRequest = message('', 80_877_103);
    const sent = [sslRequest, startup, commit];
    expect(new Messages({ hasTypes: false }).add(Buffer.concat(sent))).toEqual(sent);
  });
});

describe('a COMMIT', () => {
  it('and its response are distinguished from other messages', () => {
    expect([startup, begin, message('Q', "SELECT 'committed'"), commit].map(isCommit)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    const responses = [message('C', 'INSERT 0 1'), message('C', 'COMMIT'), message('C', 'ROLLBACK')];
    expect(responses.map(isCommitAnswer)).toEqual([false, true, true]);
  });
});
