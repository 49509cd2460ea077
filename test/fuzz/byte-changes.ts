import fc, { type Arbitrary } from 'fast-check';

/** One change to the bytes of a request. */
export interface ByteChange {
  readonly kind: 'flip' | 'cut' | 'drop' | 'repeat' | 'insert';
  /** The position, in ten-thousandths of the length. */
  readonly at: number;
  readonly length: number;
  readonly latin1: string;
}

const BYTE_SEQUENCES = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  ':',
  '%',
  '"',
  '{',
  '\u00ff',
  '\r\n\r\n',
  'GET / HTTP/1.1\r\n',
];

const byteChange: Arbitrary<ByteChange> = fc.record({
  kind: fc.constantFrom('flip', 'cut', 'drop', 'repeat', 'insert'),
  at: fc.nat(9_999),
  length: fc.integer({ min: 1, max: 64 }),
  latin1: fc.oneof(
    fc.constantFrom(...BYTE_SEQUENCES),
    fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  ),
});

export const byteChanges: Arbitrary<readonly ByteChange[]> = fc.array(byteChange, { maxLength: 3 });

export const withChanges = (bytes: Buffer, changes: readonly ByteChange[]): Buffer =>
  changes.reduce(withChange, bytes);

function withChange(bytes: Buffer, { kind, at, length, latin1 }: ByteChange): Buffer {
  const start = Math.floor((at / 10_000) * bytes.length);
  const [before, after] = [bytes.subarray(0, start), bytes.subarray(start)];
  switch (kind) {
    case 'flip': {
      const flipped = Buffer.from(bytes);
      if (start < flipped.length) flipped.writeUInt8(flipped.readUInt8(start) ^ (1 << (length % 8)), start);
      return flipped;
    }
    case 'cut':
      return before;
    case 'drop':
      return Buffer.concat([before, after.subarray(length)]);
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, length), after]);
    case 'insert':
      return Buffer.concat([before, Buffer.from(latin1, 'latin1'), after]);
  }
}
