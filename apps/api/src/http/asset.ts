import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
  /** Changes with the content: a page that links to `name?v=version` can let browsers cache the file for good. */
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
