import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { normalizeUrl } from '../../apps/api/src/http/normalize-url.js';
import { type ObservedResponse, openApiContract } from './contract.js';

// Pages, their assets and the document itself are no part of the contract; slices of a test are nobody's.
const OUTSIDE = /^\/(\?|$)|^\/(pay|docs|v1\/echo)(\/|\?|$)|^\/openapi\.json/;
const WITHOUT_BODY = new Set(['HEAD', 'OPTIONS']);

/** Holds every answer that leaves the server against the contract, and remembers what was wrong with any. */
export function watchResponses(server: Server): { readonly problems: readonly string[] } {
  const problems: string[] = [];
  const contract = openApiContract();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method = '' } = request;
    // An address may also be given in full, as to a proxy; the host in it decides nothing.
    const url = normalizeUrl((request.url ?? '').replace(/^https?:\/\/[^/]*/, ''));
    if (OUTSIDE.test(url) || WITHOUT_BODY.has(method)) return;
    collect(response, ({ status, headers, text }) => {
      const problem = contract.problemOf({ method, url, status, headers, text });
      if (problem !== undefined) problems.push(problem);
    });
  });
  return { problems };
}

type Collected = Pick<ObservedResponse, 'status' | 'headers' | 'text'>;

/** Listens in on what is written to a response, and tells of the whole of it just before it is out. */
function collect(response: ServerResponse, done: (answer: Collected) => void): void {
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
  const write = response.write.bind(response) as (...parameters: unknown[]) => boolean;
  const end = response.end.bind(response) as (...parameters: unknown[]) => ServerResponse;
  const chunks: Buffer[] = [];
  let given: Record<string, unknown> = {};
  const keep = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };

  response.writeHead = (...parameters: unknown[]) => {
    const last = parameters.at(-1);
    if (typeof last === 'object' && last !== null) given = last as Record<string, unknown>;
    return writeHead(...parameters);
  };
  response.write = (...parameters: unknown[]) => {
    keep(parameters[0]);
    return write(...parameters);
  };
  response.end = (...parameters: unknown[]) => {
    keep(parameters[0]);
    const named = Object.entries({ ...response.getHeaders(), ...given });
    const headers = Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), String(value)]));
    done({ status: response.statusCode, headers, text: Buffer.concat(chunks).toString('utf8') });
    return end(...parameters);
  };
}
