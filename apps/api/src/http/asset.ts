import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
  /** A hash of the content. Pages link to `name?v=version`, so that browsers can cache the file permanently. */
  readonly version: string;
}

export const ASSET_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-robots-tag': 'noindex, nofollow',
};

/** Reads a file of `assets/`. The path is the same from src/ and from dist/. */
export function readAsset(name: string, type: string): Asset {
  const content = readFileSync(new URL(`../../assets/${name}`, import.meta.url));
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  return { name, type, content, version };
}
