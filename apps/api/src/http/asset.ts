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

/** Joins files of `assets/`, by default the one of this name. The path is the same from src/ and from dist/. */
export function readAsset(name: string, type: string, files: readonly string[] = [name]): Asset {
  const content = Buffer.concat(
    files.map((file) => readFileSync(new URL(`../../assets/${file}`, import.meta.url))),
  );
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  return { name, type, content, version };
}
