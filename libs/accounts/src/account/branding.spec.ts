import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aJpeg, aPng, pngChunk, pngHeader, pngOf } from '../testing/images.js';
import { anAccount, NOON } from '../testing/builders.js';
import { update } from './account.js';
import {
  createLogo,
  MAX_LOGO_BYTES,
  mergeBranding,
  NO_BRANDING,
  parseBrandColor,
  problemOfLogo,
} from './branding.js';
import { readImage } from './image.js';

const IEND = pngChunk('IEND', Buffer.alloc(0));
const IDAT = pngChunk('IDAT', Buffer.from([1, 2, 3]));
const refused = (field: string) =>
  expect.objectContaining({
    code: 'invalid_request',
    message: expect.stringMatching(`^settings\\.branding\\.${field} must `),
  });

describe('readImage', () => {
  it('reads the type and size of PNG and JPEG', () => {
    expect(readImage(aPng(12, 34))).toEqual({ type: 'image/png', width: 12, height: 34 });
    expect(readImage(aJpeg(300, 200))).toEqual({ type: 'image/jpeg', width: 300, height: 200 });
    expect(readImage(aJpeg(300, 200, 0xc2))).toEqual({ type: 'image/jpeg', width: 300, height: 200 });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;')],
    ['a signature only', pngOf()],
    ['a truncated PNG', aPng().subarray(0, -1)],
    ['a PNG without a header', pngOf(IDAT, IEND)],
    ['a PNG with two headers', pngOf(pngHeader(1, 1), pngHeader(1, 1), IDAT, IEND)],
    ['a PNG without data', pngOf(pngHeader(1, 1), IEND)],
    ['a PNG with a page behind it', Buffer.concat([aPng(), Buffer.from('<script>alert(1)</script>')])],
    ['a chunk longer than the file', pngOf(pngHeader(1, 1), Buffer.from('ffffffff49444154', 'hex'))],
    ['a truncated JPEG', aJpeg().subarray(0, -1)],
    ['a JPEG with a page behind it', Buffer.concat([aJpeg(), Buffer.from('<script>')])],
    ['a JPEG without a frame', aJpeg(1, 1, 0xc4)],
  ])('rejects %s', (_, bytes) => {
    expect(readImage(bytes)).toBeUndefined();
  });

  it('ends for any bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom(aPng(), aJpeg()), fc.uint8Array(), fc.nat(80), (image, noise, at) => {
        const bytes = Buffer.concat([image.subarray(0, at), noise, image.subarray(at)]);
        const read = readImage(bytes);
        expect(read === undefined || read.width >= 0).toBe(true);
      }),
    );
  });
});

describe('a logo', () => {
  it('has at most 64 KiB and 2,048 pixels a side', () => {
    const ofBytes = (length: number) =>
      pngOf(pngHeader(1, 1), pngChunk('IDAT', Buffer.alloc(length - 57)), IEND);
    expect(ofBytes(MAX_LOGO_BYTES)).toHaveLength(MAX_LOGO_BYTES);
    expect(problemOfLogo(ofBytes(MAX_LOGO_BYTES))).toBeUndefined();
    expect(problemOfLogo(ofBytes(MAX_LOGO_BYTES + 1))).toBe('must have at most 65536 bytes');
    expect(problemOfLogo(aJpeg(2048, 2048))).toBeUndefined();
    for (const size of [
      [2049, 1],
      [1, 2049],
      [0, 1],
    ] as const)
      expect(problemOfLogo(aJpeg(...size))).toBe('must be at most 2048 × 2048 pixels');
    expect(() => createLogo(Buffer.from('no image'), '1')).toThrow(refused('logo'));
  });
});

describe('a brand color', () => {
  it.each(['#000000', '#0F5C4A', '#767676', '#c2185b'])('can be %s', (color) => {
    expect(parseBrandColor(color)).toBe(color.toLowerCase());
  });

  it.each(['#777777', '#ffffff', '#ffeb3b', '#fff', 'red', '#12345g', '#0f5c4a;', '', null, 7])(
    'cannot be %j',
    (color) => {
      expect(parseBrandColor(color)).toBeUndefined();
    },
  );
});

describe('mergeBranding', () => {
  const logo = createLogo(aPng(), 'v1');
  const branding = mergeBranding(NO_BRANDING, {
    color: '#0F5C4A',
    logo,
    supportEmail: 'Help@shop.example',
    website: 'https://shop.example',
  });

  it('replaces the given fields, keeps the others, and clears with null', () => {
    expect(branding).toEqual({
      color: '#0f5c4a',
      logo: 'v1',
      supportEmail: 'help@shop.example',
      website: 'https://shop.example/',
    });
    expect(mergeBranding(branding, {})).toEqual(branding);
    expect(mergeBranding(branding, { logo: null, color: '#000000' })).toEqual({
      ...branding,
      logo: undefined,
      color: '#000000',
    });
    expect(mergeBranding(branding, null)).toEqual(NO_BRANDING);
  });

  it.each([
    ['color', { color: '#ffffff' }],
    ['support_email', { supportEmail: 'no-address' }],
    ['website', { website: 'javascript:alert(1)' }],
  ])('rejects an invalid %s', (field, change) => {
    expect(() => mergeBranding(branding, change)).toThrow(refused(field));
  });

  it('is an update of the account, with an event that has no image', () => {
    const usage = { hasTransactions: false, isCollectingPayments: false };
    const { state, events } = update(anAccount(), { branding: { logo, color: '#000000' } }, usage, NOON);
    expect(state.branding).toEqual({ ...NO_BRANDING, color: '#000000', logo: 'v1' });
    const recorded = { color: '#000000', logo: 'v1', support_email: null, website: null };
    expect(events).toMatchObject([
      { type: 'account.updated', data: { settings: { currency: 'USD', branding: recorded } } },
    ]);
    expect(update(state, { branding: { logo } }, usage, NOON).events).toEqual([]);
    const cleared = update(state, { branding: null }, usage, NOON);
    expect(cleared.events[0]?.data['settings']).toEqual(state.settings);
  });
});
