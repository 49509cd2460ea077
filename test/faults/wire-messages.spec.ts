import { describe, expect, it } from '@jest/globals';
import { isCommit, isCommitAnswer, Messages } from '../../tools/drill/wire-messages.mjs';

/** A message of the protocol: its type, unless it is a client's first, its length, and what is in it. */
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

describe('the stream of a client', () => {
  it('is cut into the same messages, however its bytes arrive', () => {
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

  it('may begin with a question about encryption', () => {
    const encryption = message('', 80_877_103);
    const sent = [encryption, startup, commit];
    expect(new Messages({ hasTypes: false }).add(Buffer.concat(sent))).toEqual(sent);
  });
});

describe('a commit', () => {
  it('is told from other messages, and its answer from other answers', () => {
    expect([startup, begin, message('Q', "SELECT 'committed'"), commit].map(isCommit)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    const answers = [message('C', 'INSERT 0 1'), message('C', 'COMMIT'), message('C', 'ROLLBACK')];
    expect(answers.map(isCommitAnswer)).toEqual([false, true, true]);
  });
});
