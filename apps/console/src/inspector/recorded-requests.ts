/** A request that the console has sent to the API, without its token and passwords. */
export interface RecordedRequest {
  readonly number: number;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  readonly startedAt: Date;
  readonly status: number | undefined;
  readonly milliseconds: number | undefined;
  readonly requestId: string | undefined;
}

const MAX_REQUESTS = 100;
const SHOWN_HEADERS = ['accept', 'content-type', 'dry-run', 'idempotency-key', 'x-account-id'];

let requests: readonly RecordedRequest[] = [];
let lastNumber = 0;
const listeners = new Set<() => void>();

/** A store for useSyncExternalStore: the newest request first. */
export const recordedRequests = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: () => requests,
  clear: () => {
    update([]);
  },
};

function update(next: readonly RecordedRequest[]): void {
  requests = next.slice(0, MAX_REQUESTS);
  for (const listener of listeners) listener();
}

/** The JSON of a body, which is shown and copied, with its passwords left out. */
export const withoutPasswords = (json: string): string =>
  json.replace(/("(?:current_)?password":)"(?:[^"\\]|\\.)*"/g, '$1"…"');

/** fetch for the API's client, which keeps the last requests for the request inspector. */
export async function inspectedFetch(request: Request): Promise<Response> {
  const number = (lastNumber += 1);
  const startedAt = new Date();
  const text = request.body === null ? '' : await request.clone().text();
  update([
    {
      number,
      method: request.method,
      url: request.url,
      headers: SHOWN_HEADERS.flatMap((name) => {
        const value = request.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      }),
      body: text === '' ? undefined : withoutPasswords(text),
      startedAt,
      status: undefined,
      milliseconds: undefined,
      requestId: undefined,
    },
    ...requests,
  ]);
  const complete = (response: Response | undefined): void => {
    const ending = {
      status: response?.status ?? 0,
      milliseconds: Date.now() - startedAt.getTime(),
      requestId: response?.headers.get('x-request-id') ?? undefined,
    };
    update(requests.map((one) => (one.number === number ? { ...one, ...ending } : one)));
  };
  try {
    const response = await fetch(request);
    complete(response);
    return response;
  } catch (error) {
    complete(undefined);
    throw error;
  }
}
