import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { fastify } from 'fastify';

const SCALAR = '@scalar/fastify-api-reference';
const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};

/** The exact version in package.json. */
export const SCALAR_VERSION = dependencies[SCALAR] ?? '';

/**
 * Scalar's script, compressed. The package contains it as a string in a module of 4 MB, and exposes it only as a route of
 * its Fastify plugin. Loaded on the first request, so that processes that never serve the page do not need the memory.
 */
export class ScalarScript {
  private loaded: Promise<Buffer> | undefined;

  async compressed(): Promise<Buffer> {
    this.loaded ??= loadScript();
    return this.loaded.catch((error: unknown) => {
      this.loaded = undefined;
      throw error;
    });
  }

  async plain(): Promise<Buffer> {
    return promisify(gunzip)(await this.compressed());
  }
}

async function loadScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const server = fastify();
  await server.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { statusCode, rawPayload } = await server.inject('/docs/js/scalar.js');
  await server.close();
  if (statusCode !== 200) throw new Error(`${SCALAR} has no script at /docs/js/scalar.js.`);
  return promisify(gzip)(rawPayload);
}
