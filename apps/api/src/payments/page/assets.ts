import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AssetPaths } from './layout.js';

export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
  /** Changes with the content, so that a browser may keep what it has for as long as it likes. */
  readonly version: string;
}

const TYPES = {
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

type AssetName = keyof typeof TYPES;

/** The page's files, read once at the start. The path is the same from src/ and from dist/. */
export const ASSETS: readonly Asset[] = (Object.keys(TYPES) as AssetName[]).map((name) => {
  const content = readFileSync(new URL(`../../../assets/${name}`, import.meta.url));
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  return { name, type: TYPES[name], content, version };
});

const pathOf = (name: AssetName): string =>
  `assets/${name}?v=${ASSETS.find((asset) => asset.name === name)?.version ?? ''}`;

export const ASSET_PATHS: AssetPaths = {
  style: pathOf('page.css'),
  script: pathOf('page.js'),
  icon: pathOf('icon.svg'),
};
