import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { until } from '../../../../test/support/until.js';
import { florin } from '../testing/florin.js';
import { createSmallAccount, type SmallAccount } from '../testing/small-account.js';

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

let database: TestDatabase;
let account: SmallAccount;
let server: Server;
let url: string;
let received: Received[];

beforeEach(async () => {
  database = await createTestDatabase();
  account = await createSmallAccount(database.url);
  received = [];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(received.length === 1 ? 200 : 307, { location: '/elsewhere' }).end('ignored');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await database.drop();
});

const environment = () => ({ DATABASE_URL: database.url });
const settle = (...line: string[]) => florin(['settle', ...line, '--yes'], { environment: environment() });

/** Starts the command; `end` interrupts it and returns its result. */
async function listen(to: string, ...options: string[]) {
  const interruption = new AbortController();
  let out = '';
  const line = ['webhooks', 'listen', '--account', account.email, '--forward-to', to, ...options];
  const running = florin(line, {
    environment: environment(),
    signal: interruption.signal,
    onOut: (printed) => {
      out = printed;
    },
  });
  await until('the secret is printed', () => out.includes('whsec_'));
  return {
    out: () => out,
    end: () => {
      interruption.abort('SIGINT');
      return running;
    },
  };
}

describe('florin webhooks listen', () => {
  it('forwards new events with a signature of the printed secret, and prints their responses', async () => {
    const listening = await listen(url);
    await settle(account.payment);
    await until('the first event is printed', () => / 200\n$/.test(listening.out()));
    await settle(account.credit, '--failed');
    await until('the second event is printed', () => / 307\n$/.test(listening.out()));
    const { code, out, err } = await listening.end();
    expect({ code, err }).toEqual({ code: 130, err: '' });

    const webhook = new Webhook(/whsec_\S+/.exec(out)?.[0] ?? '');
    const events = received.map(({ body, headers }) => webhook.verify(body, headers) as { id: string });
    const logged = await florin(['events', account.id, '--json', '--limit', '2'], {
      environment: environment(),
    });
    expect(events).toEqual(
      logged.out
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    );
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(events.map(({ id }) => id));
    const lines = out.trimEnd().split('\n');
    expect(lines.slice(-3)).toEqual([
      expect.stringMatching(/^time +type +event +status$/),
      expect.stringMatching(
        new RegExp(`^\\d\\d:\\d\\d:\\d\\d  transaction\\.succeeded +${events[0]?.id} +200$`),
      ),
      expect.stringMatching(
        new RegExp(`^\\d\\d:\\d\\d:\\d\\d  transaction\\.failed +${events[1]?.id} +307$`),
      ),
    ]);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('forwards only events of the given types', async () => {
    const listening = await listen(url, '--events', 'account.opened, transaction.failed', '--json');
    await settle(account.payment);
    await settle(account.credit, '--failed');
    await until('the event is printed', () => listening.out().includes('"status":200'));
    const { out } = await listening.end();
    const [start, ...forwarded] = out
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(start).toEqual({
      account_id: account.id,
      forward_to: url,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    expect(forwarded).toEqual([
      { time: expect.any(String), type: 'transaction.failed', id: expect.any(String), status: 200 },
    ]);
    expect(received).toHaveLength(1);
  });

  it('prints why there is no response, and continues', async () => {
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const listening = await listen(`http://127.0.0.1:${port}/`);
    await settle(account.payment);
    await until('the first event is printed', () => /no response\n$/.test(listening.out()));
    server.listen(port, '127.0.0.1');
    await settle(account.credit);
    await until('the second event is printed', () => / 200\n$/.test(listening.out()));
    const { err, out } = await listening.end();
    expect(err).toBe(
      `florin: http://127.0.0.1:${port}/ did not respond: connect ECONNREFUSED 127.0.0.1:${port}\n`,
    );
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});
