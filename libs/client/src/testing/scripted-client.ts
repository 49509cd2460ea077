import { Florin, type FlorinOptions } from '../florin.js';

export interface SentRequest {
  readonly method: string;
  /** With the query, without the host. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly redirect: string;
}

/** A response, or the error that fetch throws. */
export type Reply = (sent: SentRequest) => Response | Error | Promise<Response | Error>;

export const json = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'request-1', ...headers },
  });

export const errorResponse = (status: number, error: string, headers?: Record<string, string>): Response =>
  json(status, { error, message: `Message of ${error}.` }, headers);

export const lostConnection = (): Error => new TypeError('fetch failed');

/** A client whose fetch gets these replies in order, then the last one again and again. Retries do not sleep. */
export function scriptedClient(replies: readonly Reply[], options: Partial<FlorinOptions> = {}) {
  const sent: SentRequest[] = [];
  const delays: number[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const seen: SentRequest = {
      method: request.method,
      path: pathname + search,
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
      redirect: request.redirect,
    };
    sent.push(seen);
    const reply = replies[Math.min(sent.length, replies.length) - 1];
    const result = await Promise.race([reply?.(seen), abortOf(request.signal)]);
    if (result instanceof Response) return result;
    throw result ?? new Error('The script has no replies.');
  };
  const florin = new Florin({
    baseUrl: 'https://florin.example/',
    fetch,
    ...options,
    retry: {
      random: () => 1,
      sleep: (milliseconds) => {
        delays.push(milliseconds);
        return Promise.resolve();
      },
      ...options.retry,
    },
  });
  return { florin, sent, delays };
}

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
