// A load balancer with kept-alive connections that counts the result of each attempt. @florin/client calls it in place of
// fetch, so the client still retries.
import { Agent, request as httpRequest } from 'node:http';
import { Florin } from '@florin/client';

/** An attempt that takes longer hangs. */
const TIMEOUT_MS = 20_000;

export class LoadBalancer {
  static BASE_URL = 'http://florin.invalid';
  #agent = new Agent({ keepAlive: true });
  #turn = 0;
  attempts = 0;
  /** Attempts without a response: no instance, or a broken connection. */
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
      const response = await send(this.#agent, `${this.#pick(request)}${pathname}${search}`, {
        method,
        headers: { ...Object.fromEntries(headers), 'content-length': body.length },
        body,
        signal,
      });
      this.statuses[response.status] = (this.statuses[response.status] ?? 0) + 1;
      return response;
    } catch (error) {
      this.broken += 1;
      if (signal.reason?.name === 'TimeoutError') this.hung += 1;
      throw error;
    }
  };

  /** Closes kept-alive connections, so that they do not count as handles of the services. */
  close() {
    this.#agent.destroy();
  }

  /**
   * Round robin. A terminating instance still gets requests that the client may retry, because a real load balancer also
   * removes it with a delay.
   */
  #pick({ method, headers }) {
    const isRetryable = method === 'GET' || headers.has('idempotency-key');
    const running = this.instances().filter(({ isRunning }) => isRunning);
    const candidates = isRetryable ? running : running.filter(({ isInRotation }) => isInRotation);
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

/** A client with reproducible backoff. */
export const clientWith = (apiKey, loadBalancer, random, retry = {}) =>
  new Florin({
    baseUrl: LoadBalancer.BASE_URL,
    apiKey,
    fetch: loadBalancer.fetch,
    timeoutMs: TIMEOUT_MS,
    retry: { random: random.next, ...retry },
  });
