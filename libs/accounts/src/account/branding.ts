import { A_WEB_URL, type Email, invalidRequest, parseEmail, parseWebUrl } from '@florin/kernel';
import { type ImageType, readImage } from './image.js';

/** How the payment pages of the account look. */
export interface Branding {
  /** Of buttons, with white text: `#rrggbb` in lower case. */
  readonly color: string | undefined;
  /** The version of the logo, which is stored apart. */
  readonly logo: string | undefined;
  readonly supportEmail: Email | undefined;
  readonly website: string | undefined;
}

export interface Logo {
  /** Changes with the content. */
  readonly version: string;
  readonly type: ImageType;
  readonly content: Uint8Array;
}

/** Absent fields stay unchanged; null clears. Texts are not validated yet. */
export interface BrandingChange {
  readonly color?: string | null | undefined;
  readonly logo?: Logo | null | undefined;
  readonly supportEmail?: string | null | undefined;
  readonly website?: string | null | undefined;
}

export const NO_BRANDING: Branding = {
  color: undefined,
  logo: undefined,
  supportEmail: undefined,
  website: undefined,
};

export const MAX_LOGO_BYTES = 64 * 1024;
/** A small file can declare a size that takes gigabytes to show. */
const MAX_LOGO_PIXELS = 2_048;

/** What is wrong with the bytes of a logo. */
export function problemOfLogo(content: Uint8Array): string | undefined {
  if (content.length > MAX_LOGO_BYTES) return `must have at most ${MAX_LOGO_BYTES} bytes`;
  const image = readImage(content);
  if (image === undefined) return 'must be a PNG or JPEG image';
  const { width, height } = image;
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_LOGO_PIXELS)
    return `must be at most ${MAX_LOGO_PIXELS} × ${MAX_LOGO_PIXELS} pixels`;
  return undefined;
}

export function createLogo(content: Uint8Array, version: string): Logo {
  const image = readImage(content);
  const problem = problemOfLogo(content);
  if (image === undefined || problem !== undefined) throw invalid('logo', problem ?? '');
  return { version, type: image.type, content };
}

/** The contrast that WCAG 2 asks of text, level AA. */
const MIN_CONTRAST = 4.5;

export const A_BRAND_COLOR = `must be a color such as #0f5c4a on which white text has a contrast of ${MIN_CONTRAST}:1 or more`;

/** The color in lower case; undefined if it is none, or if white text on it is hard to read. */
export function parseBrandColor(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^#[0-9a-f]{6}$/i.test(text)) return undefined;
  return contrastWithWhite(text) >= MIN_CONTRAST ? text.toLowerCase() : undefined;
}

/** By the formula of WCAG 2. */
function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** `null` clears everything. */
export function mergeBranding(current: Branding, change: BrandingChange | null): Branding {
  if (change === null) return NO_BRANDING;
  const merged = <Sent, Value>(
    sent: Sent | null | undefined,
    kept: Value | undefined,
    parse: (value: Sent) => Value,
  ): Value | undefined => (sent === undefined ? kept : sent === null ? undefined : parse(sent));
  return {
    color: merged(change.color, current.color, (text) =>
      required('color', parseBrandColor(text), A_BRAND_COLOR),
    ),
    logo: merged(change.logo, current.logo, ({ version }) => version),
    supportEmail: merged(change.supportEmail, current.supportEmail, (text) =>
      required('support_email', parseEmail(text), 'must be an email address'),
    ),
    website: merged(change.website, current.website, (text) =>
      required('website', parseWebUrl(text)?.href, A_WEB_URL),
    ),
  };
}

export const sameBranding = (one: Branding, other: Branding): boolean =>
  one.color === other.color &&
  one.logo === other.logo &&
  one.supportEmail === other.supportEmail &&
  one.website === other.website;

function required<Value>(field: string, value: Value | undefined, message: string): Value {
  if (value === undefined) throw invalid(field, message);
  return value;
}

const invalid = (field: string, problem: string) => invalidRequest(`settings.branding.${field} ${problem}.`);
