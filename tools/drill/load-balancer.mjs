// The way from the clients to the instances: a load balancer and connections that are kept, with a count of what
// came of each attempt. It stands where @florin/client would call fetch, so retrying stays the client's business.
import { Agent, request as httpRequest } from 'node:http';
import { Florin } from '@florin/client';

/** Nothing in Florin may take longer to answer, or to refuse to. An attempt that does is one that hangs. */
const PATIENCE_MS = 20_000;

export class LoadBalancer {
  static BASE_URL = 'http://florin.invalid';
  #agent = new Agent({ keepAlive: true });
  #turn = 0;
  attempts = 0;
  /** Attempts that found nobody, or whose connection broke before the answer. */
  broken = 0;
  hung = 0;
  statuses = {};

  constructor(instances) {
    this.instances = instances;
  }

  fetch = async (request) => {
    this.attempts += 1;
    const { method, headers, signal } = request;
    const { pathname, search } = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    try {
      const answer = await send(this.#agent, `${this.#pick(request)}${pathname}${search}`, {
        method,
        headers: { ...Object.fromEntries(headers), 'content-length': body.length },
        body,
        signal,
      });
      this.statuses[answer.status] = (this.statuses[answer.status] ?? 0) + 1;
      return answer;
    } catch (error) {
      this.broken += 1;
      if (signal.reason?.name === 'TimeoutError') this.hung += 1;
      throw error;
    }
  };

  /** Drops the connections that are kept, so that only what the services themselves hold open is left. */
  close() {
    this.#agent.destroy();
  }

  /**
   * Instances take turns. One that was told to end is out of the rotation a moment late, as with any balancer; only
   * what a client may not repeat is kept from it.
   */
  #pick({ method, headers }) {
    const mayBeRepeated = method === 'GET' || headers.has('idempotency-key');
    const running = this.instances().filter(({ isRunning }) => isRunning);
    const candidates = mayBeRepeated ? running : running.filter(({ isInRotation }) => isInRotation);
    if (candidates.length === 0) throw new Error('No instance is running');
    this.#turn += 1;
    return candidates[this.#turn % candidates.length].url;
  }
}

function send(agent, url, { method, headers, body, signal }) {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { agent, method, headers, signal }, (incoming) => {
      const chunks = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const { statusCode: status, headers: received } = incoming;
        resolve(new Response(Buffer.concat(chunks), { status, headers: plain(received) }));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const plain = (headers) => Object.entries(headers).map(([name, value]) => [name, String(value)]);

/** A client with a key, whose waiting between attempts is drawn from a chance that can be had again. */
export const clientWith = (apiKey, line, chance, retry = {}) =>
  new Florin({
    baseUrl: LoadBalancer.BASE_URL,
    apiKey,
    fetch: line.fetch,
    timeoutMs: PATIENCE_MS,
    retry: { random: chance.next, ...retry },
  });
