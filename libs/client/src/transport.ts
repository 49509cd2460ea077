import { attempt } from './attempt.js';
import type { Credentials, SessionToken } from './credentials.js';
import { errorFromResponse, FlorinError } from './errors.js';
import type { Retries } from './retry.js';
import { unlessAborted } from './timers.js';
import { UnknownOutcome } from './unknown-outcome.js';

export interface TransportOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly retries: Retries;
  /** For one attempt. */
  readonly timeoutMs: number;
  /** Shorter timeouts for the first attempts, as long as a retry follows. */
  readonly firstTimeoutsMs?: readonly number[];
  /** Undefined for requests without a token: login and token refresh. */
  readonly credentials?: Credentials;
}

/** Sends requests with the current token, and retries them where that is safe. */
export class Transport {
  constructor(private readonly options: TransportOptions) {}

  readonly send = async (request: Request): Promise<Response> => {
    const unknownOutcome = new UnknownOutcome();
    try {
      return await this.sendWithRetries(request, unknownOutcome);
    } catch (error) {
      if (request.signal.aborted) throw error;
      throw unknownOutcome.errorFor(error);
    }
  };

  private async sendWithRetries(request: Request, unknownOutcome: UnknownOutcome): Promise<Response> {
    const { credentials, retries } = this.options;
    // A token refresh is shared by all calls: an aborted call stops waiting for it, but does not end it.
    const waitFor = <Result>(refresh: Promise<Result>) => unlessAborted(request.signal, refresh);
    let token = credentials && (await waitFor(credentials.token()));
    let mayRefresh = true;
    let number = 1;
    for (;;) {
      const result = await this.attempt(request, token, this.timeoutOf(number));
      if (result instanceof Response) return result;
      unknownOutcome.record(result);
      if (isTokenRejected(result) && token !== undefined && mayRefresh) {
        // An attempt with an expired token does not count.
        mayRefresh = false;
        token = await waitFor(credentials?.renew(token) ?? Promise.resolve(undefined));
        if (token === undefined) throw result;
        continue;
      }
      if (!(await retries.delayNext(number, request, result))) throw result;
      number += 1;
    }
  }

  private timeoutOf(number: number): number {
    const { retries, timeoutMs, firstTimeoutsMs = [] } = this.options;
    const first = retries.isLast(number) ? undefined : firstTimeoutsMs[number - 1];
    return Math.min(timeoutMs, first ?? timeoutMs);
  }

  private async attempt(
    request: Request,
    token: SessionToken | undefined,
    timeoutMs: number,
  ): Promise<Response | FlorinError> {
    const copy = request.clone();
    if (token !== undefined) copy.headers.set('authorization', `Bearer ${token.value}`);
    const idempotencyKey = request.headers.get('idempotency-key') ?? undefined;
    const { fetch } = this.options;
    try {
      return await attempt(copy, { timeoutMs, signal: request.signal }, async (sent) =>
        readResponse(request, await fetch(sent), idempotencyKey),
      );
    } catch (cause) {
      if (request.signal.aborted) throw request.signal.reason;
      const details = { code: 'network_error', status: 0, idempotencyKey, cause } as const;
      return new FlorinError('The service cannot be reached.', details);
    }
  }
}

/** Not for a missing permission or a wrong password: a new token would not help, and a repeat counts as another guess. */
const isTokenRejected = ({ status, code, isPermissionMissing }: FlorinError): boolean =>
  status === 401 && code !== 'invalid_credentials' && !isPermissionMissing;

/** Reads the whole body, so that a connection that is lost halfway fails the attempt, which can be retried. */
async function readResponse(
  request: Request,
  response: Response,
  idempotencyKey?: string,
): Promise<Response | FlorinError> {
  const { status, statusText, headers } = response;
  if (response.ok && isRequestedFile(request, headers)) return readFile(response);
  const text = await response.text();
  // Browsers hide the status and the location of a redirect that is not followed.
  if (response.type === 'opaqueredirect')
    return errorFromResponse(undefined, new Response(null, { status: 302 }), idempotencyKey);
  const body = parseJson(text);
  if (!response.ok) return errorFromResponse(body, response, idempotencyKey);
  if (isJson(headers) && isObject(body)) return new Response(text, { status, statusText, headers });
  const requestId = headers.get('x-request-id') ?? undefined;
  const details = { code: 'unexpected_response', status, idempotencyKey, requestId } as const;
  return new FlorinError('Unexpected response: the body is not a JSON object.', details);
}

const isRequestedFile = (request: Request, headers: Headers): boolean =>
  !isJson(headers) && request.headers.get('accept') === mediaTypeOf(headers);

/** A CSV file may be larger than the memory: the caller reads it as a stream. */
async function readFile(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  if (mediaTypeOf(headers) === 'text/csv') return response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

const mediaTypeOf = (headers: Headers): string | undefined => headers.get('content-type')?.split(';', 1)[0];

const isJson = (headers: Headers): boolean => /^application\/json\b/i.test(headers.get('content-type') ?? '');

const isObject = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
