import type { Client } from 'openapi-fetch';
import { errorIn } from './errors.js';
import type { components, operations, paths } from './schema.js';

export type Api = Client<paths, 'application/json'>;
export type Schemas = components['schemas'];

/** The query parameters of an operation. */
export type Query<Id extends keyof operations> = operations[Id] extends {
  parameters: { query?: infer Parameters };
}
  ? NonNullable<Parameters>
  : never;

export interface CallOptions {
  /** Ends the call, and the waiting between its attempts. */
  readonly signal?: AbortSignal | undefined;
}

export interface CreateOptions extends CallOptions {
  /** In place of one that is drawn for the call: the same key and body do their work once, also across restarts. */
  readonly idempotencyKey?: string | undefined;
}

/** What goes with every creating call, so that it can be sent again without creating anything twice. */
export const creating = ({ idempotencyKey = randomKey(), signal }: CreateOptions = {}) => ({
  params: { header: { 'Idempotency-Key': idempotencyKey } },
  ...calling({ signal }),
});

/** Drawn byte by byte: browsers have `randomUUID` on secure pages only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export const calling = ({ signal }: CallOptions = {}) => (signal === undefined ? {} : { signal });

interface Answered<Data> {
  readonly data?: Data;
  readonly response: Response;
}

/** The body of a good answer; the transport has thrown any other as a FlorinError. */
export async function dataOf<Data>(answer: Promise<Answered<Data>>): Promise<Data> {
  const { data, response } = await answer;
  if (data === undefined) throw errorIn(data, response);
  return data;
}
