import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type Clock, SECOND_MS } from '@florin/kernel';
import { type SendResult, type WebhookMessage, WebhookSender, type WebhookSecrets } from '@florin/webhooks';
import type { AddressPolicy } from './address-policy.js';
import { resolveLocalName, type ResolveName, resolvePublicName } from './resolve-name.js';
import { readResponse } from './read-response.js';
import { AddressNotAllowed, sendErrorText } from './send-error.js';
import { signMessage } from './sign-message.js';

const TIMEOUT_MS = 15 * SECOND_MS;
/** Node's default of 250 ms would give up IPv4 addresses of distant receivers where there is no IPv6. */
const CONNECT_OPTIONS = { autoSelectFamilyAttemptTimeout: 5 * SECOND_MS };
/** Longer than an attempt. */
const IDLE_CONNECTION_MS = 2 * TIMEOUT_MS;
const AGENT_OPTIONS = { keepAlive: true, timeout: IDLE_CONNECTION_MS };

export interface SenderOptions {
  readonly timeoutMs?: number;
  readonly resolveName?: ResolveName;
}

interface Reply {
  readonly statusCode: number | undefined;
  readonly response: string;
  readonly retryAfter: string | undefined;
}

export class HttpWebhookSender extends WebhookSender {
  private readonly agents = {
    'http:': new http.Agent(AGENT_OPTIONS),
    'https:': new https.Agent(AGENT_OPTIONS),
  };
  private readonly timeoutMs: number;
  private readonly resolveName: ResolveName;

  constructor(
    private readonly secrets: WebhookSecrets,
    private readonly policy: AddressPolicy,
    private readonly clock: Clock,
    { timeoutMs = TIMEOUT_MS, resolveName }: SenderOptions = {},
  ) {
    super();
    this.timeoutMs = timeoutMs;
    this.resolveName = resolveName ?? (policy.allowsPrivate ? resolveLocalName : resolvePublicName);
  }

  async send(message: WebhookMessage): Promise<SendResult> {
    const at = this.clock.now();
    const startedAt = performance.now();
    const result = (outcome: { error: string } | { reply: Reply }): SendResult => {
      const { statusCode, response, retryAfter } = 'reply' in outcome ? outcome.reply : NO_REPLY;
      const error = 'error' in outcome ? outcome.error : undefined;
      const durationMs = Math.round(performance.now() - startedAt);
      return {
        attempt: { at, statusCode, error, durationMs, response },
        retryAfterMs: retryAfter === undefined ? undefined : retryAfterMs(retryAfter, at),
      };
    };
    const timeout = AbortSignal.timeout(this.timeoutMs);
    try {
      const headers = this.headersOf(message, at);
      if (headers === undefined) return result({ error: 'The secret cannot be decrypted. Rotate it.' });
      return result({ reply: await this.post(new URL(message.url), headers, message.body, timeout) });
    } catch (error) {
      if (timeout.aborted)
        return result({ error: `There was no response within ${this.timeoutMs / SECOND_MS} seconds.` });
      return result({ error: sendErrorText(error) });
    }
  }

  /** Closes idle connections. */
  close(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  /** Undefined if no secret can be decrypted. */
  private headersOf(
    { eventId, body, secrets }: WebhookMessage,
    at: Date,
  ): Record<string, string> | undefined {
    const timestamp = Math.floor(at.getTime() / SECOND_MS);
    const signatures = secrets
      .map((secret) => this.secrets.reveal(secret))
      .filter((secret) => secret !== undefined)
      .map((secret) => signMessage(secret, eventId, timestamp, body));
    if (signatures.length === 0) return undefined;
    return {
      'content-type': 'application/json',
      'content-length': `${Buffer.byteLength(body)}`,
      'user-agent': 'Florin-Webhooks',
      'webhook-id': eventId,
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': signatures.join(' '),
    };
  }

  private async post(
    url: URL,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
    isRepeated = false,
  ): Promise<Reply> {
    const { protocol } = url;
    if (protocol !== 'https:' && !(protocol === 'http:' && this.policy.allowsHttp))
      throw new AddressNotAllowed();
    // An address is not looked up, so it is checked here.
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !this.policy.allowsAddress(host)) throw new AddressNotAllowed();
    const request = (protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers,
      signal,
      lookup: this.lookup,
      agent: isRepeated ? false : this.agents[protocol],
      ...CONNECT_OPTIONS,
    });
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request.once('response', resolve);
    request.once('error', reject);
    request.once('close', () => {
      reject(Object.assign(new Error('Closed'), { code: 'ECONNRESET' }));
    });
    request.end(body);
    try {
      const message = await promise;
      const { statusCode, headers: received } = message;
      return { statusCode, retryAfter: received['retry-after'], response: await readResponse(message) };
    } catch (error) {
      // The receiver closed an idle connection at the same moment.
      const isStale = request.reusedSocket && (error as { code?: string }).code === 'ECONNRESET';
      if (isRepeated || !isStale || signal.aborted) throw error;
      return this.post(url, headers, body, signal, true);
    }
  }

  /** The connection goes to an address that was checked here: the name is not resolved again. */
  private readonly lookup: LookupFunction = (hostname, { all }, callback) => {
    this.resolveName(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || !addresses.every(({ address }) => this.policy.allowsAddress(address)))
          callback(new AddressNotAllowed(), '');
        else if (all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error as NodeJS.ErrnoException, '');
      },
    );
  };
}

const NO_REPLY = { statusCode: undefined, response: undefined, retryAfter: undefined };

/** `Retry-After` is a number of seconds or an HTTP date. */
function retryAfterMs(value: string, now: Date): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * SECOND_MS;
  const until = value.endsWith('GMT') ? Date.parse(value) : NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, until - now.getTime());
}
