import react from '@vitejs/plugin-react';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const ASSETS = new URL('dist/assets/', import.meta.url);

/** Writes a compressed copy beside each asset, so that the service need not compress them. */
const compressed: Plugin = {
  name: 'compressed-assets',
  apply: 'build',
  async closeBundle() {
    const names = await readdir(ASSETS);
    await Promise.all(
      names.map(async (name) => {
        const content = await readFile(new URL(name, ASSETS));
        await writeFile(new URL(`${name}.br`, ASSETS), await promisify(brotliCompress)(content));
        await writeFile(new URL(`${name}.gz`, ASSETS), await promisify(gzip)(content));
      }),
    );
  },
};

export default defineConfig({
  // Paths follow the <base> of index.html, which the API sets to its public address.
  base: './',
  plugins: [react(), compressed],
  // The domain libraries and the client are bundled from their sources, as for the tests.
  resolve: { conditions: ['@florin/source', 'module', 'browser', 'development|production'] },
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  // `npx vite apps/console` beside a running service, for changes that show at once.
  server: { proxy: { '^/(v1|console/session|docs|openapi.json|pay)': 'http://127.0.0.1:3000' } },
});
