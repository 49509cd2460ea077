import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectSecurely } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EchoModule } from '../support/echo.module.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { sendRaw } from '../support/raw-request.js';
import { selfSigned } from '../support/self-signed.js';

describe('with TLS_CERT and TLS_KEY', () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-tls-'));
  const { cert, key } = selfSigned();
  const paths = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  let api: RunningApi;

  beforeAll(async () => {
    writeFileSync(paths.TLS_CERT, cert);
    writeFileSync(paths.TLS_KEY, key);
    api = await startApi({ modules: [EchoModule], environment: paths, limits: { headersTimeoutMs: 1_000 } });
  });

  afterAll(async () => {
    await api.stop();
    rmSync(folder, { recursive: true });
  });

  const get = (path: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      request(`${api.url}${path}`, { ca: cert, agent: false }, (response) => {
        response.resume();
        resolve(response);
      })
        .on('error', reject)
        .end();
    });

  it('serves HTTPS with that certificate and an HSTS header', async () => {
    expect(api.url).toMatch(/^https:\/\/127\.0\.0\.1:/);
    const response = await get('/v1/echo/secure/request');
    expect(response.statusCode).toBe(200);
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    // Rejected by the router, before any hook.
    const refused = await get('/v1/echo/%zz');
    expect(refused.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('responds to a request before malformed bytes behind it', async () => {
    const { hostname: host, port } = new URL(api.url);
    const socket = connectSecurely({ host, port: Number(port), ca: cert });
    socket.write('GET /v1/echo HTTP/1.1\r\nHost: x\r\n\r\n\0');
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    expect([...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)).toEqual([
      '200',
      '400',
    ]);
  });

  it('closes a connection without a TLS handshake', async () => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const signal = AbortSignal.timeout(20_000);
    await once(socket.resume(), 'close', { signal }).finally(() => socket.destroy());
    expect(socket.bytesRead).toBe(0);
  });

  it('shuts down without waiting for a TLS handshake', async () => {
    const slowApi = await startApi({
      modules: [EchoModule],
      environment: paths,
      limits: { headersTimeoutMs: 60_000, requestTimeoutMs: 60_000 },
    });
    const { hostname, port } = new URL(slowApi.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const closed = once(socket.resume(), 'close', { signal: AbortSignal.timeout(20_000) });
    await once(socket, 'connect');
    await get('/health/live');
    await slowApi.stop();
    await closed.finally(() => socket.destroy());
  });

  it('does not respond with success to plain HTTP', async () => {
    const response = await sendRaw(api.url, 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n', 1_500).catch(
      () => undefined,
    );
    expect(response?.status ?? 400).toBe(400);
  });

  it('rejects invalid files and a key that does not match the certificate, naming the setting', async () => {
    const startWith = (environment: Record<string, string>): Promise<unknown> =>
      startApi({ databaseUrl: api.databaseUrl, environment: { ...paths, ...environment } });
    await expect(startWith({ TLS_CERT: import.meta.filename })).rejects.toThrow(/^TLS_CERT /);
    await expect(startWith({ TLS_KEY: join(folder, 'nothing.pem') })).rejects.toThrow(/^TLS_KEY .*ENOENT/);
    const other = join(folder, 'other.pem');
    writeFileSync(other, selfSigned().key);
    await expect(startWith({ TLS_KEY: other })).rejects.toThrow(/^TLS_KEY /);
  });
});
