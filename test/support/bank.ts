import { Agent, request as httpRequest } from 'node:http';
import {
  type TestResponse,
  type Fields,
  type RunningApi,
  startApi,
  type StartOverrides,
} from './running-api.js';
import { expectStatus, type Holder, logInAdmin, openAccount, WITH_ADMIN } from './account-holders.js';
import { expectBooksToBalance } from './books.js';

const CONNECTIONS = 64;

/** The owner of an account, with a token. */
export type Customer = Pick<Holder, 'id' | 'token'>;

/** A running service with an admin, and shortcuts for transactions. */
export class Bank {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  private constructor(
    readonly api: RunningApi,
    readonly admin: string,
  ) {}

  static async open(overrides: StartOverrides = {}): Promise<Bank> {
    const api = await startApi({ ...overrides, environment: { ...WITH_ADMIN, ...overrides.environment } });
    return new Bank(api, await logInAdmin(api));
  }

  /** Checks that the ledger balances, and stops the service. */
  async close(): Promise<void> {
    this.agent.destroy();
    try {
      await expectBooksToBalance(this.api.databaseUrl);
    } finally {
      await this.api.stop();
    }
  }

  async customer(funds = 0, settings?: object): Promise<Customer> {
    const customer = await openAccount(this.api, { settings });
    if (funds > 0) await this.settled(customer, { type: 'credit', amount: funds });
    return customer;
  }

  /** Uses keep-alive connections, for tests with thousands of requests. */
  send<Body = Fields>(
    method: string,
    path: string,
    token: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse<Body>> {
    const { hostname, port } = new URL(this.api.url);
    const payload = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest({
        agent: this.agent,
        hostname,
        port,
        method,
        path,
        headers: {
          authorization: `Bearer ${token}`,
          ...(payload !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
          }),
          ...headers,
        },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(response.headers as Record<string, string>),
            text,
            body: (text === '' ? undefined : JSON.parse(text)) as Body,
          });
        });
      });
      outgoing.end(payload);
    });
  }

  create(
    { id, token }: Customer,
    changes: object = {},
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const body = { account_id: id, amount: 500, currency: 'USD', type: 'payment', ...changes };
    return this.send('POST', '/v1/transactions', token, body, headers);
  }

  transfer(
    from: Customer,
    to: Pick<Customer, 'id'>,
    changes: object = {},
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const accounts = { from_account_id: from.id, to_account_id: to.id };
    const body = { ...accounts, amount: 500, currency: 'USD', ...changes };
    return this.send('POST', '/v1/transfers', from.token, body, headers);
  }

  settleTransfer(id: string, body: object = {}, token = this.admin): Promise<TestResponse> {
    return this.send('POST', `/v1/transfers/${id}/settle`, token, body);
  }

  cancel({ token }: Customer, transactionId: string): Promise<TestResponse> {
    return this.send('DELETE', `/v1/transactions/${transactionId}`, token);
  }

  settle(transactionId: string, body: object = {}): Promise<TestResponse> {
    return this.send('POST', `/v1/transactions/${transactionId}/settle`, this.admin, body);
  }

  /** Creates and settles a transaction, and returns its id. */
  async settled(customer: Customer, changes: object = {}): Promise<string> {
    const { id } = expectStatus(await this.create(customer, changes), 201).body as { id: string };
    expectStatus(await this.settle(id), 200);
    return id;
  }

  async balance({ token }: Customer): Promise<{ available: number; held: number; incoming: number }> {
    const response = expectStatus(await this.send('GET', '/v1/account/balance', token), 200);
    const { available, held, incoming } = response.body as {
      available: number;
      held: number;
      incoming: number;
    };
    return { available, held, incoming };
  }
}
