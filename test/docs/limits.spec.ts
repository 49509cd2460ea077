import { describe, expect, it } from '@jest/globals';
import { DEFAULT_LIMITS } from '../../apps/api/src/common/limits.js';
import { RequestLimits } from '../../apps/api/src/auth/limits/request-limits.js';
import { poolSizeFor } from '../../apps/api/src/start.js';
import { PAGES } from './pages.js';

const textOf = (path: string): string => PAGES.find((page) => page.path === path)?.text ?? '';
const kib = (bytes: number): string => `${bytes / 1024} KiB`;
const seconds = (ms: number): number => ms / 1000;

/** The second column of a row of the table of requests. */
function limitOf(what: string): string | undefined {
  const rows = textOf('docs/concepts/values-and-limits.md').split('\n');
  const row = rows.find((line) => line.startsWith(`| ${what} `));
  return row?.split('|')[2]?.trim();
}

/** The number of requests up to the rate limit, and the Retry-After of the next one. */
async function requestsUntilLimit(take: () => Promise<void>): Promise<{ times: string; wait: number }> {
  for (let times = 0; times < 10_000; times += 1) {
    const rejection: unknown = await take().catch((error: unknown) => error);
    if (rejection === undefined) continue;
    const { headers } = rejection as { headers: Record<string, string> };
    return { times: times.toLocaleString('en-US'), wait: Number(headers['retry-after']) };
  }
  throw new Error('No rate limit was reached.');
}

// Other tests set lower limits. These are the defaults.
describe('the documented limits', () => {
  const {
    bodyBytes,
    batchBodyBytes,
    batchJsonValues,
    jsonDepth,
    jsonValues,
    urlLength,
    headerBytes,
    requestTimeoutMs,
  } = DEFAULT_LIMITS;

  it.each([
    ['body', `${kib(bodyBytes)}; ${jsonDepth} levels deep, ${jsonValues.toLocaleString('en-US')} values`],
    [
      'body of a batch',
      `${batchBodyBytes / 1024 / 1024} MiB; ${jsonDepth} levels deep, ${batchJsonValues.toLocaleString('en-US')} values`,
    ],
    ['address', kib(urlLength)],
    ['headers', kib(headerBytes)],
    ['time for a request to arrive', `${seconds(requestTimeoutMs)} seconds`],
  ])('match the size of a request: %s', (what, limit) => {
    expect(limitOf(what)).toBe(limit);
  });

  it('match the timeouts for slow clients, and all are set', () => {
    const { headersTimeoutMs, pipelined, connectionTimeoutMs } = DEFAULT_LIMITS;
    expect(textOf('docs/security.md')).toContain(
      `${seconds(headersTimeoutMs)} s for headers, ${seconds(requestTimeoutMs)} s for a request; ` +
        `a slow client blocks no other, a connection has at most ${pipelined} requests without a response, ` +
        `and is closed when nothing moves for ${seconds(connectionTimeoutMs)} s`,
    );
    expect(Object.values(DEFAULT_LIMITS).filter((limit) => !(limit > 0 && limit < Infinity))).toEqual([]);
  });

  it('match the number of requests in flight', () => {
    const { inFlight } = DEFAULT_LIMITS;
    expect(textOf('docs/operating/scaling.md').replaceAll('\n', ' ')).toContain(
      `A process handles at most ${inFlight.toLocaleString('en-US')} requests at a time`,
    );
    expect(inFlight).toBeGreaterThan(800);
  });

  it('keep idle connections longer than a proxy usually does', () => {
    expect(textOf('docs/operating/tls-and-proxies.md')).toContain(
      `Florin keeps idle connections for ${seconds(DEFAULT_LIMITS.keepAliveTimeoutMs)} seconds.`,
    );
    expect(DEFAULT_LIMITS.keepAliveTimeoutMs).toBeGreaterThan(60_000);
  });

  it('match the size of the connection pool of several processes', () => {
    expect(textOf('docs/operating/scaling.md')).toContain(
      '| each of several processes | 10 up to four, then 40 shared by all, but at least 4 each |',
    );
    expect([2, 4, 5, 8, 10, 16].map(poolSizeFor)).toEqual([10, 10, 8, 5, 4, 4]);
  });

  it.each([
    ['requests of one caller, per instance', (limits: RequestLimits) => limits.take('user_1')],
    [
      'requests without a token, by address, per instance',
      (limits: RequestLimits) => limits.takeAnonymous('192.0.2.7'),
    ],
  ])('match the rate limit of %s', async (what, take) => {
    const limits = new RequestLimits(true);
    const { times, wait } = await requestsUntilLimit(() => take(limits));
    expect(limitOf(what)).toBe(`${times} in ten seconds`);
    expect(wait).toBeGreaterThan(5);
    expect(wait).toBeLessThanOrEqual(10);
  });
});
