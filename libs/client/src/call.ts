import type { Client } from 'openapi-fetch';
import { errorFromResponse } from './errors.js';
import type { components, paths } from './schema.js';

export type Api = Client<paths, 'application/json'>;
export type Schemas = components['schemas'];

export interface CallOptions {
  /** Aborts the call, and the delay between its attempts. */
  readonly signal?: AbortSignal | undefined;
}

export interface CreateOptions extends CallOptions {
  /** Instead of a random key. The same key and body take effect once, also after a restart of your program. */
  readonly idempotencyKey?: string | undefined;
}

/** Every create has an idempotency key, so that it can be retried without creating anything twice. */
export const createInit = ({ idempotencyKey = newIdempotencyKey(), signal }: CreateOptions = {}) => ({
  params: { header: { 'Idempotency-Key': idempotencyKey } },
  ...callInit({ signal }),
});

/** Checks a create without storing anything. */
export const dryRunInit = (options?: CallOptions) => ({
  params: { header: { 'Dry-Run': 'true' as const } },
  ...callInit(options),
});

export const callInit = ({ signal }: CallOptions = {}) => (signal === undefined ? {} : { signal });

/** Browsers have `crypto.randomUUID` in secure contexts only. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

interface Result<Data> {
  readonly data?: Data;
  readonly response: Response;
}

/** The body of a successful response. The transport throws a FlorinError for all others. */
export async function dataOf<Data>(result: Promise<Result<Data>>): Promise<Data> {
  const { data, response } = await result;
  if (data === undefined) throw errorFromResponse(data, response);
  return data;
}
