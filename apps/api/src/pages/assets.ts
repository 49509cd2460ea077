import type { FastifyInstance } from 'fastify';
import { type Asset, ASSET_HEADERS, readAsset } from '../http/asset.js';

const STYLE = readAsset('page.css', 'text/css; charset=utf-8', [
  'page.css',
  'form.css',
  'state.css',
  'receipt.css',
]);
const ICON = readAsset('icon.svg', 'image/svg+xml');

export const COMMON_ASSETS: readonly Asset[] = [STYLE, ICON];

/** Relative to the folder of the pages. */
export const pathOf = ({ name, version }: Asset): string => `assets/${name}?v=${version}`;

export const COMMON_PATHS = { style: pathOf(STYLE), icon: pathOf(ICON) } as const;

export function serveAssets(instance: FastifyInstance, assets: readonly Asset[]): void {
  for (const { name, type, content } of assets) {
    instance.get(`/assets/${name}`, (_request, reply) =>
      reply.headers(ASSET_HEADERS).type(type).send(content),
    );
  }
}
