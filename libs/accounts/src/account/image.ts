export const IMAGE_TYPES = ['image/png', 'image/jpeg'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

interface Image {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The type and size of a PNG or JPEG, from its bytes. Undefined for other bytes, also with bytes after the image. */
export function readImage(bytes: Uint8Array): Image | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return PNG_SIGNATURE.every((byte, index) => bytes[index] === byte) ? readPng(view) : readJpeg(view);
  } catch (error) {
    // A length points past the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Chunks of length, type, data and checksum: IHDR first, IDAT, IEND last. */
function readPng(view: DataView): Image | undefined {
  let hasData = false;
  for (let at = 8, isFirst = true; ; isFirst = false) {
    const length = view.getUint32(at);
    const name = textAt(view, at + 4);
    if (isFirst !== (name === 'IHDR')) return undefined;
    hasData ||= name === 'IDAT';
    at += 12 + length;
    if (at > view.byteLength) return undefined;
    if (name !== 'IEND') continue;
    if (!hasData || at !== view.byteLength) return undefined;
    return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
  }
}

const textAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));

const START_OF_IMAGE = 0xffd8;
const END_OF_IMAGE = 0xffd9;
const START_OF_SCAN = 0xffda;
// All of FFC0 to FFCF except for the tables DHT, JPG and DAC.
const isFrame = (marker: number): boolean =>
  marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);

/** Segments of marker and length up to the scan, one of which is the frame with the size. */
function readJpeg(view: DataView): Image | undefined {
  if (view.getUint16(0) !== START_OF_IMAGE || view.getUint16(view.byteLength - 2) !== END_OF_IMAGE)
    return undefined;
  let size: Omit<Image, 'type'> | undefined;
  for (let at = 2; ;) {
    const marker = view.getUint16(at);
    if (marker <= 0xff00) return undefined;
    if (marker === START_OF_SCAN) return size && { type: 'image/jpeg', ...size };
    if (isFrame(marker)) size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
}
