import { attempt, unlessAborted } from './attempt.js';
import type { Credentials } from './credentials.js';
import { FlorinError } from './errors.js';
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
    const { credentials } = this.parts;
    if (credentials === undefined) return this.retried(request, undefined);
    // Exchanging tokens is for all calls: one that is given up does not end it, and does not wait for it either.
    const within = <Result>(exchange: Promise<Result>) => unlessAborted(request.signal, exchange);
    const token = await within(credentials.token());
    const answer = await this.retried(request, token);
    if (answer.status !== 401 || token === undefined) return answer;
    const renewed = await within(credentials.renew(token));
    return renewed === undefined ? answer : this.retried(request, renewed);
  };

  private async retried(request: Request, token: string | undefined): Promise<Response> {
    for (let number = 1; ; number += 1) {
      const outcome = await this.attempted(request, token, this.timeFor(number));
      if (await this.parts.retries.another(number, request, outcome)) continue;
      if (outcome instanceof Error) throw outcome;
      return outcome;
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
    token: string | undefined,
    milliseconds: number,
  ): Promise<Response | FlorinError> {
    const copy = request.clone();
    if (token !== undefined) copy.headers.set('authorization', `Bearer ${token}`);
    const { fetch } = this.parts;
    try {
      return await attempt(copy, { milliseconds, signal: request.signal }, async (sending) =>
        whole(await fetch(sending)),
      );
    } catch (cause) {
      if (request.signal.aborted) throw request.signal.reason;
      if (cause instanceof FlorinError) return cause;
      return new FlorinError('The service cannot be reached.', { code: 'network_error', status: 0, cause });
    }
  }
}

/** The answer with all of its body, so that a line that breaks halfway through is noticed here and tried again. */
async function whole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const text = await response.text();
  if (response.ok && !(isJson(headers) && isObject(text))) {
    const requestId = headers.get('x-request-id') ?? undefined;
    throw new FlorinError('The answer is no JSON object.', { code: 'unexpected_answer', status, requestId });
  }
  // A browser tells no more of an answer that points elsewhere than that there was one.
  if (response.type === 'opaqueredirect') return new Response(null, { status: 302 });
  return new Response(text === '' ? null : text, { status, statusText, headers });
}

const isJson = (headers: Headers): boolean => /^application\/json\b/i.test(headers.get('content-type') ?? '');

function isObject(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body);
  } catch {
    return false;
  }
}
