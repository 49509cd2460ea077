import { type Asset, readAsset } from '../../http/asset.js';
import { COMMON_ASSETS, COMMON_PATHS, pathOf } from '../../pages/assets.js';
import type { AssetPaths } from '../../pages/layout.js';

const SCRIPT = readAsset('page.js', 'text/javascript; charset=utf-8');

export const ASSETS: readonly Asset[] = [...COMMON_ASSETS, SCRIPT];

export const ASSET_PATHS: AssetPaths = { ...COMMON_PATHS, script: pathOf(SCRIPT) };
