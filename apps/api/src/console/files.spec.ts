import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { consoleFiles } from './files.js';

describe('the files of the console', () => {
  const PAGE =
    '<link href="/console/icon.svg"><script type="module" src="/console/assets/app-1.js"></script>';
  let folder: string;
  let server: FastifyInstance;
  const address = { url: 'https://pay.example.com/florin' } as never;
  const logger = { error: () => undefined } as never;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), PAGE);
    await writeFile(join(folder, 'icon.svg'), '<svg/>');
    await writeFile(join(folder, '.secret'), 'hidden');
    await writeFile(join(folder, 'assets/app-1.js'), 'plain');
    await writeFile(join(folder, 'assets/app-1.js.br'), 'brotli');
    server = fastify();
    await server.register(consoleFiles({ address, logger, files: pathToFileURL(`${folder}/`) }));
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('are one page for all URLs of the app, with a strict policy and the public path', async () => {
    for (const url of ['/console', '/console/', '/console/payments/pay_1?tab=events', '/console/session']) {
      const { statusCode, headers, body } = await server.inject(url);
      expect([url, statusCode, headers['cache-control']]).toEqual([url, 200, 'no-cache']);
      expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(body).toBe(PAGE.replaceAll('"/console', '"/florin/console'));
    }
  });

  it('are cached permanently if their name contains a hash, and compressed in advance', async () => {
    const asset = await server.inject('/console/assets/app-1.js');
    expect([asset.statusCode, asset.body]).toEqual([200, 'plain']);
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
    });
    const headers = { 'accept-encoding': 'gzip, br' };
    const compressed = await server.inject({ url: '/console/assets/app-1.js', headers });
    expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', 'brotli']);
    expect(compressed.headers['cache-control']).toContain('immutable');
    expect((await server.inject('/console/icon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    '/console/assets/app-2.js',
    '/console/assets/app',
    '/console/assets/',
    '/console/missing.png',
    '/console/.secret',
    '/console/..%2f..%2fpackage.json',
    '/console/assets/..%2f.secret',
    '/console/assets//app-1.js',
  ])('are 404 for %s', async (url) => {
    const { statusCode, headers } = await server.inject(url);
    expect(statusCode).toBe(404);
    expect(headers['cache-control'] ?? '').not.toContain('immutable');
  });

  it('are not needed: without them, the page says how to build them', async () => {
    const empty = fastify();
    await empty.register(consoleFiles({ address, logger, files: pathToFileURL(`${folder}/none/`) }));
    const { statusCode, headers, body } = await empty.inject('/console/payments');
    expect([statusCode, headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
    expect(body).toContain('npx nx build console');
    await empty.close();
  });
});
