import { crc32, deflateSync } from 'node:zlib';

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export function pngChunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

export const pngHeader = (width: number, height: number): Buffer =>
  pngChunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])]));

export const pngOf = (...chunks: readonly Uint8Array[]): Buffer => Buffer.concat([SIGNATURE, ...chunks]);

/** A PNG of one color. */
export function aPng(width = 64, height = 64, color: readonly number[] = [15, 92, 74]): Buffer {
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(color))]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return pngOf(pngHeader(width, height), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0)));
}

const segment = (marker: number, ...data: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, 0, data.length + 2, ...data]);

/** The segments of a JPEG, with a scan that shows nothing. */
export const aJpeg = (width = 64, height = 64, frame = 0xc0): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0),
    segment(0xc4, 0, 0),
    segment(frame, 8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0),
    segment(0xda, 1, 1, 0, 0, 63, 0),
    Buffer.from([0x12, 0x34, 0xff, 0xd9]),
  ]);
