import { attempt, unlessAborted } from './attempt.js';
import type { Credentials, HeldToken } from './credentials.js';
import { Doubt } from './doubt.js';
import { errorIn, FlorinError } from './errors.js';
import type { Retries } from './retry.js';

export interface TransportParts {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly retries: Retries;
  /** How long one attempt may take. */
  readonly timeoutMs: number;
  /** How long the first ones may take, if that is less, where others follow. */
  readonly firstWithinMs?: readonly number[];
  /** Left out where no token belongs: logging in, and exchanging tokens. */
  readonly credentials?: Credentials;
}

/** Sends requests as often as it takes, with the token that is good at the time. */
export class Transport {
  constructor(private readonly parts: TransportParts) {}

  readonly send = async (request: Request): Promise<Response> => {
    const doubt = new Doubt();
    try {
      return await this.answered(request, doubt);
    } catch (error) {
      if (request.signal.aborted) throw error;
      throw doubt.told(error);
    }
  };

  /** The answer of an attempt that succeeded; otherwise the outcome of the last is thrown. */
  private async answered(request: Request, doubt: Doubt): Promise<Response> {
    const { credentials, retries } = this.parts;
    // Exchanging tokens is for all calls: one that is given up does not end it, and does not wait for it either.
    const within = <Result>(exchange: Promise<Result>) => unlessAborted(request.signal, exchange);
    let token = credentials && (await within(credentials.token()));
    let mayRenew = true;
    let number = 1;
    for (;;) {
      const outcome = await this.attempted(request, token, this.timeFor(number));
      if (outcome instanceof Response) return outcome;
      doubt.note(outcome);
      if (outcome.status === 401 && token !== undefined && mayRenew) {
        // The attempt is made once more: it does not count, but those before it do.
        mayRenew = false;
        token = await within(credentials?.renew(token) ?? Promise.resolve(undefined));
        if (token === undefined) throw outcome;
        continue;
      }
      if (!(await retries.another(number, request, outcome))) throw outcome;
      number += 1;
    }
  }

  private timeFor(number: number): number {
    const { retries, timeoutMs, firstWithinMs = [] } = this.parts;
    const within = retries.isLast(number) ? undefined : firstWithinMs[number - 1];
    return Math.min(timeoutMs, within ?? timeoutMs);
  }

  /** One attempt. That the line broke is an outcome like others; that the caller gave up is not. */
  private async attempted(
    request: Request,
    token: HeldToken | undefined,
    milliseconds: number,
  ): Promise<Response | FlorinError> {
    const copy = request.clone();
    if (token !== undefined) copy.headers.set('authorization', `Bearer ${token.text}`);
    const idempotencyKey = request.headers.get('idempotency-key') ?? undefined;
    const { fetch } = this.parts;
    try {
      return await attempt(copy, { milliseconds, signal: request.signal }, async (sending) =>
        whole(await fetch(sending), idempotencyKey),
      );
    } catch (cause) {
      if (request.signal.aborted) throw request.signal.reason;
      const facts = { code: 'network_error', status: 0, idempotencyKey, cause } as const;
      return new FlorinError('The service cannot be reached.', facts);
    }
  }
}

/** The answer with all of its body, so that a line that breaks halfway through is noticed here and tried again. */
async function whole(response: Response, idempotencyKey?: string): Promise<Response | FlorinError> {
  const { status, statusText, headers } = response;
  const text = await response.text();
  // A browser tells no more of an answer that points elsewhere than that there was one.
  if (response.type === 'opaqueredirect')
    return errorIn(undefined, new Response(null, { status: 302 }), idempotencyKey);
  const body = parsed(text);
  if (!response.ok) return errorIn(body, response, idempotencyKey);
  if (isJson(headers) && isObject(body)) return new Response(text, { status, statusText, headers });
  const facts = { code: 'unexpected_answer', status, idempotencyKey } as const;
  const requestId = headers.get('x-request-id') ?? undefined;
  return new FlorinError('The answer is no JSON object.', { ...facts, requestId });
}

const isJson = (headers: Headers): boolean => /^application\/json\b/i.test(headers.get('content-type') ?? '');

const isObject = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
