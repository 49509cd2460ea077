// The target of a drill: PostgreSQL, two instances of the API and a worker, each in its own process.
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Florin } from '@florin/client';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@florin/infrastructure/embedded';
import { CitusNodes } from './citus-nodes.mjs';
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
  /** Errors of the processes since the last `takeErrors`. */
  errors = [];

  /** `database` is `embedded` (one server), `replicated` (a primary and a standby) or `citus` (the cluster of CITUS_URL). */
  static async open(database) {
    const environment = new DrillEnvironment();
    environment.kind = database;
    try {
      await environment.#open();
      return environment;
    } catch (error) {
      await environment.close();
      throw error;
    }
  }

  async #open() {
    await {
      embedded: () => this.#openEmbedded(),
      replicated: () => this.#openReplicas(),
      citus: () => this.#openCitus(),
    }[this.kind]();
    this.proxy = await WireProxy.listen(this.database.url);
    this.#closers.push(() => this.proxy.close());

    const reportError = (message) => this.errors.push(message);
    this.apis = ['API 1', 'API 2'].map((name) => new Service(name, 'api', reportError));
    this.worker = new Service('worker', 'worker', reportError);
    this.#closers.push(() => Promise.all(this.services.map((service) => service.end('SIGTERM'))));
    await this.prepare('plain');
    this.platformKey = await createPlatformKey(this.apis[0]);
  }

  async #openEmbedded() {
    // If the drill is killed, a later test run finds and removes the folder by its name.
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

  async #openCitus() {
    this.database = new CitusNodes();
    this.#closers.push(() => this.database.stop());
    await this.database.start(process.env.CITUS_URL);
  }

  get services() {
    return [...this.apis, this.worker];
  }

  /** `instrumented` services use the wire proxy and a clock that can be set; `plain` ones do not. */
  async prepare(mode) {
    if (this.#mode === mode) return;
    await Promise.all(this.services.map((service) => service.end('SIGTERM')));
    this.#mode = mode;
    const [first, ...others] = this.services;
    // The first one migrates, which the others would wait for.
    await this.start(first);
    await Promise.all(others.map((service) => this.start(service)));
  }

  start(service) {
    const nodeOptions = [
      ...preload('exit-with-parent'),
      ...(this.#mode === 'instrumented' ? preload('jumping-clock') : []),
    ];
    return service.start({ environment: this.#environment, nodeOptions });
  }

  /** Restarts services that have exited. */
  async restartExited() {
    for (const service of this.services) if (!service.isRunning) await this.start(service);
  }

  get #environment() {
    return {
      NODE_ENV: 'production',
      DATABASE_URL:
        this.#mode === 'instrumented' ? this.proxy.url : (this.database.addressUrl ?? this.database.url),
      PORT: '0',
      WORKER_PORT: '0',
      JWT_SECRET,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      PASSWORD_COST: '4',
      RATE_LIMITS: 'off',
      SETTLEMENT_DELAY_SECONDS: '1',
      LOG_LEVEL: 'warn',
      // The receiver of the drill is on this machine.
      WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'on',
    };
  }

  takeErrors() {
    return this.errors.splice(0);
  }

  async close() {
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }
}

/** An API key, because an access token expires during a long drill. */
async function createPlatformKey(api) {
  const loadBalancer = new LoadBalancer(() => [api]);
  const admin = new Florin({ baseUrl: LoadBalancer.BASE_URL, fetch: loadBalancer.fetch });
  await admin.login(ADMIN);
  const { key } = await admin.apiKeys.create({ name: 'drill', kind: 'platform' });
  loadBalancer.close();
  return key;
}
