import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Database, PostgresDeliveryQueue, signMessage } from '@florin/infrastructure';
import { Clock } from '@florin/kernel';
import { DeliverWebhooks, WebhookSender, WebhooksUnitOfWork } from '@florin/webhooks';
import type { RunningApi } from './running-api.js';

/** With the address of a receiver on this machine. */
export const PRIVATE_ADDRESSES = { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'on' } as const;

export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that records the deliveries, and responds with `status`. */
export class WebhookReceiver {
  readonly received: ReceivedRequest[] = [];
  status = 200;
  response = 'ok';
  /** Responses wait for it. */
  hold: Promise<unknown> = Promise.resolve();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<WebhookReceiver> {
    const server = createServer((request, reply) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        void receiver.hold.then(() => reply.writeHead(receiver.status).end(receiver.response));
      });
    });
    const receiver = new WebhookReceiver(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/webhooks`;
  }

  /** The requests since the last call. */
  take(): ReceivedRequest[] {
    return this.received.splice(0);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** What the worker does each second. Returns the number of attempts. */
export function deliverWebhooks({ api: { app } }: RunningApi): Promise<number> {
  const find = <Part>(type: abstract new (...parts: never[]) => Part): Part =>
    app.get<Part>(type, { strict: false });
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 20));
  const timing = { pause, gather: pause, jitter: () => 0 };
  const queue = new PostgresDeliveryQueue(find(Database).source);
  return new DeliverWebhooks(
    queue,
    find(WebhookSender),
    find(WebhooksUnitOfWork),
    find(Clock),
    timing,
  ).execute();
}

/** Which of the secrets signed the request. */
export const signersOf = (
  { headers, body }: ReceivedRequest,
  secrets: Readonly<Record<string, string>>,
): string[] => {
  const [id, timestamp] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])];
  const signatures = String(headers['webhook-signature']).split(' ');
  return Object.entries(secrets)
    .filter(([, secret]) => signatures.includes(signMessage(secret, id, timestamp, body)))
    .map(([name]) => name);
};
