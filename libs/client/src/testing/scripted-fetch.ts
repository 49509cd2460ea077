import { Florin, type FlorinOptions } from '../florin.js';

export interface Sent {
  readonly method: string;
  /** With the query, without the host. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly redirect: string;
}

/** What the line does: answers, or throws as fetch does when it breaks. */
export type Reply = (sent: Sent) => Response | Error | Promise<Response | Error>;

export const json = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'request-1', ...headers },
  });

export const refusal = (status: number, error: string, headers?: Record<string, string>): Response =>
  json(status, { error, message: `It is ${error}.` }, headers);

export const brokenLine = (): Error => new TypeError('fetch failed');

/** A client on a line that replies as told, one reply after the other and the last one for ever, and never really sleeps. */
export function scripted(replies: readonly Reply[], options: Partial<FlorinOptions> = {}) {
  const sent: Sent[] = [];
  const slept: number[] = [];
  const line = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const seen: Sent = {
      method: request.method,
      path: pathname + search,
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
      redirect: request.redirect,
    };
    sent.push(seen);
    const reply = replies[Math.min(sent.length, replies.length) - 1];
    const outcome = await Promise.race([reply?.(seen), abortOf(request.signal)]);
    if (outcome instanceof Response) return outcome;
    throw outcome ?? new Error('Nobody told the line what to do');
  };
  const florin = new Florin({
    baseUrl: 'https://florin.example/',
    fetch: line,
    ...options,
    retry: {
      random: () => 1,
      sleep: (milliseconds) => {
        slept.push(milliseconds);
        return Promise.resolve();
      },
      ...options.retry,
    },
  });
  return { florin, sent, slept };
}

/** Fetch gives up when its signal says so, whatever the other side is doing. */
const abortOf = (signal: AbortSignal): Promise<Error> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(signal.reason as Error);
    });
  });

export const aTransaction = {
  account_id: 'acct_01k9zxv3s8e7qv5m2c4w6y8h0j',
  amount: 7500,
  currency: 'USD',
  type: 'payment',
} as const;
