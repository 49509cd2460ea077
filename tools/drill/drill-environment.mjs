// Everything that a drill attacks: PostgreSQL, two instances of the API and a worker, each a process of its own.
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Florin } from '@florin/client';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@florin/infrastructure/embedded';
import { LoadBalancer } from './load-balancer.mjs';
import { Replicas } from './replicas.mjs';
import { Service } from './service.mjs';
import { WireProxy } from './wire-proxy.mjs';

const ADMIN = { email: 'drill@example.com', password: randomBytes(16).toString('hex') };
const JWT_SECRET = randomBytes(32).toString('hex');
const preload = (name) => ['--import', new URL(`./preload/${name}.mjs`, import.meta.url).href];

export class DrillEnvironment {
  #closers = [];
  #mode;
  /** What the processes complained of since somebody last asked. */
  complaints = [];

  /** `database` is one `embedded` server, or `replicated`: two, of which the second follows the first. */
  static async open(database) {
    const house = new DrillEnvironment();
    house.kind = database;
    try {
      await house.#open();
      return house;
    } catch (error) {
      await house.close();
      throw error;
    }
  }

  async #open() {
    await (this.kind === 'replicated' ? this.#openReplicas() : this.#openEmbedded());
    this.proxy = await WireProxy.listen(this.database.url);
    this.#closers.push(() => this.proxy.close());

    const complain = (words) => this.complaints.push(words);
    this.apis = ['API 1', 'API 2'].map((name) => new Service(name, 'api', complain));
    this.worker = new Service('worker', 'worker', complain);
    this.#closers.push(() => Promise.all(this.services.map((service) => service.end('SIGTERM'))));
    await this.prepare('plain');
    this.platformKey = await makePlatformKey(this.apis[0]);
  }

  async #openEmbedded() {
    // By this name a later test run finds and clears what a drill that was itself killed has left.
    const dataDir = join(tmpdir(), `florin-test-${process.pid}-${randomBytes(6).toString('hex')}`);
    this.#closers.push(() => removeEmbeddedPostgres(dataDir));
    this.database = await startEmbeddedPostgres({ dataDir, log: () => {} });
    this.#closers.push(() => this.database.stop());
  }

  async #openReplicas() {
    this.database = new Replicas();
    this.#closers.push(() => this.database.stop());
    await this.database.start();
  }

  get services() {
    return [...this.apis, this.worker];
  }

  /** `plain`: the services as anybody runs them. `rigged`: they reach the database through the proxy, and their clock can be set. */
  async prepare(mode) {
    if (this.#mode === mode) return;
    await Promise.all(this.services.map((service) => service.end('SIGTERM')));
    this.#mode = mode;
    const [first, ...others] = this.services;
    // The first brings the schema up to date, which the others would wait for.
    await this.start(first);
    await Promise.all(others.map((service) => this.start(service)));
  }

  start(service) {
    const nodeOptions = [...preload('leash'), ...(this.#mode === 'rigged' ? preload('jumping-clock') : [])];
    return service.start({ environment: this.#environment, nodeOptions });
  }

  /** Starts what ended by itself, which was complained of when it did. */
  async revive() {
    for (const service of this.services) if (!service.isRunning) await this.start(service);
  }

  get #environment() {
    return {
      NODE_ENV: 'production',
      DATABASE_URL:
        this.#mode === 'rigged' ? this.proxy.url : (this.database.addressUrl ?? this.database.url),
      PORT: '0',
      WORKER_PORT: '0',
      JWT_SECRET,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      PASSWORD_COST: '4',
      RATE_LIMITS: 'off',
      SETTLEMENT_DELAY_SECONDS: '1',
      LOG_LEVEL: 'warn',
    };
  }

  takeComplaints() {
    return this.complaints.splice(0);
  }

  async close() {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }
}

/** Drills act with keys, as programs do: an access token would run out in the middle of a long one. */
async function makePlatformKey(api) {
  const line = new LoadBalancer(() => [api]);
  const admin = new Florin({ baseUrl: LoadBalancer.BASE_URL, fetch: line.fetch });
  await admin.login(ADMIN);
  const { key } = await admin.apiKeys.create({ name: 'drill', kind: 'platform' });
  line.close();
  return key;
}
