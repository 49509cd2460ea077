import { type Asset, readAsset } from '../../http/asset.js';
import type { AssetPaths } from './layout.js';

const STYLE = readAsset('page.css', 'text/css; charset=utf-8');
const SCRIPT = readAsset('page.js', 'text/javascript; charset=utf-8');
const ICON = readAsset('icon.svg', 'image/svg+xml');

export const ASSETS: readonly Asset[] = [STYLE, SCRIPT, ICON];

const pathOf = ({ name, version }: Asset): string => `assets/${name}?v=${version}`;

export const ASSET_PATHS: AssetPaths = {
  style: pathOf(STYLE),
  script: pathOf(SCRIPT),
  icon: pathOf(ICON),
};
