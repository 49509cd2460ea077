import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { normalizeUrl } from '../../apps/api/src/http/normalize-url.js';
import { type ObservedResponse, openApiContract } from './contract.js';

// HTML pages, their assets, the console, the document and the test modules are not in the document.
const UNDOCUMENTED = /^\/(\?|$)|^\/(pay|reset|docs|console|v1\/echo)(\/|\?|$)|^\/openapi\.json/;
const WITHOUT_BODY = new Set(['HEAD', 'OPTIONS']);

/** Checks every response of the server against the OpenAPI document, and collects the problems. */
export function watchResponses(server: Server): { readonly problems: readonly string[] } {
  const problems: string[] = [];
  const contract = openApiContract();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method = '' } = request;
    // The request target may be an absolute URL, as sent to a proxy.
    const url = normalizeUrl((request.url ?? '').replace(/^https?:\/\/[^/]*/, ''));
    if (UNDOCUMENTED.test(url) || WITHOUT_BODY.has(method)) return;
    collect(response, ({ status, headers, text }) => {
      // A replay is the response of the release that stored it.
      if (headers['idempotent-replayed'] === 'true') return;
      const problem = contract.problemOf({ method, url, status, headers, text });
      if (problem !== undefined) problems.push(problem);
    });
  });
  return { problems };
}

type Collected = Pick<ObservedResponse, 'status' | 'headers' | 'text'>;

/** Records what is written to a response, and calls `done` just before it ends. */
function collect(response: ServerResponse, done: (collected: Collected) => void): void {
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
  const write = response.write.bind(response) as (...parameters: unknown[]) => boolean;
  const end = response.end.bind(response) as (...parameters: unknown[]) => ServerResponse;
  const chunks: Buffer[] = [];
  let headHeaders: Record<string, unknown> = {};
  const record = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
  };

  response.writeHead = (...parameters: unknown[]) => {
    const last = parameters.at(-1);
    if (typeof last === 'object' && last !== null) headHeaders = last as Record<string, unknown>;
    return writeHead(...parameters);
  };
  response.write = (...parameters: unknown[]) => {
    record(parameters[0]);
    return write(...parameters);
  };
  response.end = (...parameters: unknown[]) => {
    record(parameters[0]);
    const allHeaders = Object.entries({ ...response.getHeaders(), ...headHeaders });
    const headers = Object.fromEntries(
      allHeaders.map(([name, value]) => [name.toLowerCase(), String(value)]),
    );
    done({ status: response.statusCode, headers, text: Buffer.concat(chunks).toString('utf8') });
    return end(...parameters);
  };
}
