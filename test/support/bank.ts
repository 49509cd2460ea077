import { Agent, request as httpRequest } from 'node:http';
import { type Answered, type Fields, type RunningApi, startApi, type StartOverrides } from './running-api.js';
import { expectBooksToBalance } from './books.js';

const ADMIN = { email: 'admin@example.com', password: 'an admin of some length' };
const OWNER_PASSWORD = 'an owner of some length';
const CONNECTIONS = 64;

export interface Customer {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** A running service with an admin, and hands to do in it what most tests of money begin with. */
export class Bank {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  private count = 0;

  private constructor(
    readonly api: RunningApi,
    readonly admin: string,
  ) {}

  static async open(overrides: StartOverrides = {}): Promise<Bank> {
    const environment = {
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...overrides.environment,
    };
    const api = await startApi({ ...overrides, environment });
    return new Bank(api, await logIn(api, ADMIN));
  }

  /** Ends the service. Whatever was done in it, its books must balance. */
  async close(): Promise<void> {
    this.agent.destroy();
    try {
      await expectBooksToBalance(this.api.databaseUrl);
    } finally {
      await this.api.stop();
    }
  }

  async customer(funds = 0, settings?: object): Promise<Customer> {
    this.count += 1;
    const email = `customer-${this.count}@example.com`;
    const body = {
      email,
      name: `Customer ${this.count}`,
      type: 'business',
      password: OWNER_PASSWORD,
      settings,
    };
    const { id } = this.expected(201, await this.api.request('POST', '/v1/accounts', { body })) as {
      id: string;
    };
    const customer = { id, email, token: await logIn(this.api, { email, password: OWNER_PASSWORD }) };
    if (funds > 0) await this.settled(customer, { type: 'credit', amount: funds });
    return customer;
  }

  /** One request over a connection that is kept: what a test of thousands needs. */
  send<Body = Fields>(
    method: string,
    path: string,
    token: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answered<Body>> {
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
          const replayed = new Headers(response.headers as Record<string, string>);
          resolve({
            status: response.statusCode ?? 0,
            headers: replayed,
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
  ): Promise<Answered> {
    const body = { account_id: id, amount: 500, currency: 'USD', type: 'payment', ...changes };
    return this.send('POST', '/v1/transactions', token, body, headers);
  }

  cancel({ token }: Customer, transactionId: string): Promise<Answered> {
    return this.send('DELETE', `/v1/transactions/${transactionId}`, token);
  }

  settle(transactionId: string, body: object = {}): Promise<Answered> {
    return this.send('POST', `/v1/transactions/${transactionId}/settle`, this.admin, body);
  }

  /** The id of a transaction that was created and settled. */
  async settled(customer: Customer, changes: object = {}): Promise<string> {
    const { id } = this.expected(201, await this.create(customer, changes)) as { id: string };
    this.expected(200, await this.settle(id));
    return id;
  }

  async balance({ token }: Customer): Promise<{ available: number; held: number; incoming: number }> {
    const answer = this.expected(200, await this.send('GET', '/v1/account/balance', token));
    const { available, held, incoming } = answer as { available: number; held: number; incoming: number };
    return { available, held, incoming };
  }

  private expected(status: number, answer: Answered): unknown {
    if (answer.status !== status) throw new Error(`Expected ${status}, got ${answer.status}: ${answer.text}`);
    return answer.body;
  }
}

export async function logIn(
  api: RunningApi,
  credentials: { email: string; password: string },
): Promise<string> {
  const { status, text, body } = await api.request('POST', '/v1/auth/login', { body: credentials });
  if (status !== 200) throw new Error(`Cannot log in: ${text}`);
  return (body as { access_token: string }).access_token;
}
