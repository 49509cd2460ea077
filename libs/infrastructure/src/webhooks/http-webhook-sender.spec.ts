import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { addMilliseconds, MINUTE_MS, SECOND_MS } from '@florin/kernel';
import { SequentialIds, SteppedClock } from '@florin/kernel/testing';
import type { EncryptedSecret } from '@florin/webhooks';
import { Webhook } from 'standardwebhooks';
import { selfSigned } from '../../../../test/support/self-signed.js';
import { deriveKey } from '../security/derived-keys.js';
import { AddressPolicy } from './address-policy.js';
import { EncryptedWebhookSecrets } from './encrypted-webhook-secrets.js';
import { HttpWebhookSender, type SenderOptions } from './http-webhook-sender.js';
import type { ResolvedAddress } from './resolve-name.js';
import { FORBIDDEN_HOSTS } from './testing/forbidden-hosts.js';

const NOT_ALLOWED = 'The address is not allowed.';
const BODY = JSON.stringify({ type: 'account.updated', data: { name: 'Zoë' } });
const LOOPBACK = [{ address: '127.0.0.1', family: 4 }];
const eventId = new SequentialIds().next('evt');
const secrets = new EncryptedWebhookSecrets(deriveKey('a secret of the tests only', 'webhook secret'));
const secret = secrets.create();
const clock = new SteppedClock(new Date());
const open = new Set<() => Promise<void>>();

afterEach(async () => {
  for (const close of open) await close();
  open.clear();
});

/** Listens on all interfaces, and counts connections. */
async function listen(server: Server): Promise<{ readonly port: number; readonly sockets: Socket[] }> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  open.add(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly socket: Socket;
}

/** A receiver that answers with `answer`. */
async function receive(answer: (response: ServerResponse, count: number) => void) {
  const received: Received[] = [];
  const server = createHttpServer((request: IncomingMessage, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const body = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers as Record<string, string>, body, socket: request.socket });
      answer(response, received.length);
    });
  });
  const { port, sockets } = await listen(server);
  return { url: `http://127.0.0.1:${port}/hook?a=b`, port, received, sockets };
}

function senderWith({ allowsPrivate = true, ...options }: SenderOptions & { allowsPrivate?: boolean } = {}) {
  const sender = new HttpWebhookSender(secrets, new AddressPolicy(allowsPrivate), clock, options);
  open.add(() => {
    sender.close();
    return Promise.resolve();
  });
  return (url: string, signing: readonly EncryptedSecret[] = [secret]) =>
    sender.send({ url, eventId, body: BODY, secrets: signing });
}

describe('a delivery', () => {
  it('is a signed POST that a receiver can verify', async () => {
    const { url, received } = await receive((response) => response.writeHead(204).end());
    const previous = secrets.create();
    const { attempt, retryAfterMs } = await senderWith()(url, [secret, previous]);
    expect(attempt).toEqual({
      at: clock.now(),
      statusCode: 204,
      error: undefined,
      durationMs: expect.any(Number),
      response: '',
    });
    expect(retryAfterMs).toBeUndefined();
    const [{ headers, body }] = received as [Received];
    expect(body).toBe(BODY);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': `${Buffer.byteLength(BODY)}`,
      'user-agent': 'Florin-Webhooks',
      'webhook-id': eventId,
      'webhook-timestamp': `${Math.floor(clock.now().getTime() / SECOND_MS)}`,
    });
    for (const encrypted of [secret, previous])
      expect(new Webhook(secrets.reveal(encrypted)!).verify(body, headers)).toEqual(JSON.parse(BODY));
  });

  it('keeps the beginning of the response as text that can be stored', async () => {
    const { url } = await receive((response) =>
      response.writeHead(500).end(`a\0b\uFFFF${'é'.repeat(40_000)}`),
    );
    const { attempt } = await senderWith()(url);
    expect(attempt.statusCode).toBe(500);
    expect(attempt.response).toMatch(/^a\u{fffd}b\uFFFFé+$/u);
    expect(Buffer.byteLength(attempt.response!)).toBeLessThanOrEqual(1_024 + 2);
    expect(Buffer.byteLength(attempt.response!)).toBeGreaterThan(1_020);
  });

  it('does not read a long response to its end', async () => {
    let written = 0;
    const { url } = await receive((response) => {
      const chunk = 'x'.repeat(16_384);
      const write = (): void => {
        written += chunk.length;
        if (!response.destroyed) response.write(chunk, () => setImmediate(write));
      };
      write();
    });
    const { attempt } = await senderWith()(url);
    expect(attempt).toMatchObject({ statusCode: 200, response: 'x'.repeat(1_024) });
    expect(written).toBeLessThan(16 * 1_048_576);
  });

  it.each([
    ['120', 120 * SECOND_MS],
    [addMilliseconds(clock.now(), 5 * MINUTE_MS).toUTCString(), 5 * MINUTE_MS],
    [addMilliseconds(clock.now(), -5 * MINUTE_MS).toUTCString(), 0],
    ['soon', undefined],
    ['-5', undefined],
  ])('reads Retry-After: %s', async (value, expected) => {
    const { url } = await receive((response) => response.writeHead(503, { 'retry-after': value }).end());
    const { retryAfterMs } = await senderWith()(url);
    if (expected === undefined) expect(retryAfterMs).toBeUndefined();
    else expect(Math.abs(retryAfterMs! - expected)).toBeLessThan(SECOND_MS);
  });

  it('reuses a connection', async () => {
    const { url, received, sockets } = await receive((response) => response.end('ok'));
    const send = senderWith();
    for (let count = 0; count < 3; count++) expect((await send(url)).attempt.statusCode).toBe(200);
    expect(received).toHaveLength(3);
    expect(sockets).toHaveLength(1);
  });

  it('is repeated on a new connection if a reused one was closed', async () => {
    const { url, received, sockets } = await receive((response, count) =>
      count === 2 ? response.socket?.destroy() : response.end('ok'),
    );
    const send = senderWith();
    await send(url);
    expect((await send(url)).attempt).toMatchObject({ statusCode: 200, error: undefined });
    expect(received).toHaveLength(3);
    expect(sockets).toHaveLength(2);
  });
});

describe('a failed delivery', () => {
  it('has a status without an error if the response breaks off', async () => {
    const { url } = await receive((response) => {
      response.writeHead(200, { 'content-length': 100 }).write('part', () => response.socket?.destroy());
    });
    expect((await senderWith()(url)).attempt).toMatchObject({
      statusCode: 200,
      response: 'part',
      error: undefined,
    });
  });

  it.each([
    ['does not answer', () => undefined],
    ['sends part of the headers', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nA: b\r\n')],
  ])('ends after the limit if the receiver %s', async (_, behave) => {
    const { port } = await listen(
      createTcpServer((socket) => {
        behave(socket.on('error', () => undefined));
      }),
    );
    const { attempt } = await senderWith({ timeoutMs: 300 })(`http://127.0.0.1:${port}/`);
    expect(attempt).toMatchObject({
      statusCode: undefined,
      response: undefined,
      error: 'There was no response within 0.3 seconds.',
    });
    expect(attempt.durationMs).toBeGreaterThanOrEqual(290);
    expect(attempt.durationMs).toBeLessThan(3_000);
  });

  it('ends after the limit if the name is not resolved, or the body does not end', async () => {
    const resolveName = () => new Promise<never>(() => undefined);
    const unresolved = await senderWith({ timeoutMs: 200, resolveName })('http://receiver.test/');
    expect(unresolved.attempt.error).toBe('There was no response within 0.2 seconds.');
    const { url } = await receive((response) => response.writeHead(200).write('beginning'));
    const { attempt } = await senderWith({ timeoutMs: 200 })(url);
    expect(attempt).toMatchObject({ statusCode: 200, response: 'beginning' });
    expect(attempt.durationMs).toBeLessThan(3_000);
  });

  it.each([
    ['is closed', 'The connection was closed without a response.', ''],
    ['speaks another protocol', 'The response is not valid HTTP.', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    [
      'changes the protocol',
      'The connection was closed without a response.',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    ],
  ])('says that the connection %s', async (_, error, answer) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(answer));
    });
    const { port } = await listen(server);
    expect((await senderWith()(`http://127.0.0.1:${port}/`)).attempt).toMatchObject({
      error,
      statusCode: undefined,
    });
  });

  it('says that the connection was refused, or that the name cannot be resolved, without addresses', async () => {
    const { port } = await listen(createTcpServer());
    for (const close of open) await close();
    open.clear();
    const refused = await senderWith()(`http://127.0.0.1:${port}/`);
    expect(refused.attempt.error).toBe('The connection was refused.');
    const resolveName = () =>
      Promise.reject(
        Object.assign(new Error('queryA ETIMEOUT 10.0.0.53'), { code: 'ETIMEOUT', syscall: 'queryA' }),
      );
    const unknown = await senderWith({ resolveName })('https://receiver.test/');
    expect(unknown.attempt.error).toBe('The name cannot be resolved.');
  });

  it('refuses a certificate that it cannot verify', async () => {
    let hits = 0;
    const server = createHttpsServer(selfSigned(), (_, response) => {
      hits += 1;
      response.end();
    });
    const { port, sockets } = await listen(server);
    const { attempt } = await senderWith()(`https://127.0.0.1:${port}/`);
    expect(attempt).toMatchObject({ statusCode: undefined, error: 'The TLS certificate is not valid.' });
    expect([hits, sockets.length]).toEqual([0, 1]);
  });

  it('asks to rotate a secret that cannot be decrypted, and signs with those that can', async () => {
    const { url, received } = await receive((response) => response.end());
    const key = deriveKey('another secret of the tests', 'webhook secret');
    const foreign = new EncryptedWebhookSecrets(key).create();
    const { attempt } = await senderWith()(url, [foreign]);
    expect(attempt.error).toBe('The secret cannot be decrypted. Rotate it.');
    expect(received).toEqual([]);
    await senderWith()(url, [secret, foreign]);
    expect(received[0]!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
  });
});

describe('an address that is not allowed', () => {
  const portOfServer = async () => listen(createTcpServer((socket) => socket.end()));

  it('is never reached, in whatever form it is written', async () => {
    const { port, sockets } = await portOfServer();
    const send = senderWith({ allowsPrivate: false, resolveName: () => Promise.resolve(LOOPBACK) });
    const results = await Promise.all(
      FORBIDDEN_HOSTS.map(async ([host]) => [host, (await send(`https://${host}:${port}/`)).attempt.error]),
    );
    expect(results).toEqual(FORBIDDEN_HOSTS.map(([host]) => [host, NOT_ALLOWED]));
    expect(results.length).toBeGreaterThanOrEqual(40);
    expect(sockets).toHaveLength(0);
  });

  it.each<[string, ResolvedAddress[]]>([
    ['loopback', LOOPBACK],
    ['loopback beside a public address', [{ address: '93.184.216.34', family: 4 }, ...LOOPBACK]],
    ['IPv6 loopback', [{ address: '::1', family: 6 }]],
    ['a mapped private address', [{ address: '::ffff:10.0.0.1', family: 6 }]],
    ['a link-local address with a zone', [{ address: 'fe80::1%eth0', family: 6 }]],
    ['the metadata service', [{ address: '169.254.169.254', family: 4 }]],
    ['no address', []],
    ['something else', [{ address: 'localhost', family: 4 }]],
  ])('is not reached by a name that resolves to %s', async (_, addresses) => {
    const { port, sockets } = await portOfServer();
    const send = senderWith({ allowsPrivate: false, resolveName: () => Promise.resolve(addresses) });
    expect((await send(`https://receiver.example:${port}/`)).attempt.error).toBe(NOT_ALLOWED);
    expect(sockets).toHaveLength(0);
  });

  it('is not reached by a name that changes between two look-ups: there is only one', async () => {
    const { port, received } = await receive((response) => response.end());
    const other = await portOfServer();
    const resolveName = jest
      .fn<(name: string) => Promise<ResolvedAddress[]>>()
      .mockResolvedValueOnce(LOOPBACK)
      .mockResolvedValue([{ address: '127.0.0.2', family: 4 }]);
    expect((await senderWith({ resolveName })(`http://receiver.test:${port}/`)).attempt.statusCode).toBe(200);
    expect(resolveName).toHaveBeenCalledTimes(1);
    expect(received[0]!.socket.localAddress).toMatch(/127\.0\.0\.1$/);
    // The next delivery is on another connection, and its look-up is checked.
    const rebound = senderWith({ allowsPrivate: false, resolveName });
    expect((await rebound(`https://receiver.test:${other.port}/`)).attempt.error).toBe(NOT_ALLOWED);
    expect(other.sockets).toHaveLength(0);
  });

  it.each([301, 302, 307, 308])('is not reached by a redirect (%d)', async (status) => {
    const target = await receive((response) => response.end());
    const { url } = await receive((response) => response.writeHead(status, { location: target.url }).end());
    expect((await senderWith()(url)).attempt).toMatchObject({ statusCode: status, error: undefined });
    expect(target.sockets).toHaveLength(0);
  });

  it('is not reached without TLS, if a URL with http: was stored before', async () => {
    const { port, sockets } = await portOfServer();
    const send = senderWith({ allowsPrivate: false, resolveName: () => Promise.resolve(LOOPBACK) });
    for (const url of [`http://receiver.example:${port}/`, `ftp://receiver.example:${port}/`])
      expect((await send(url)).attempt.error).toBe(NOT_ALLOWED);
    expect(sockets).toHaveLength(0);
  });
});
