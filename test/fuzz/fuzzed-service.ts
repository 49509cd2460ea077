import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { PASSWORD_CANARY } from './hostile.js';

/** Errors, 5xx responses and secrets. */
/** Few files are reconciled at a time; the response is checked by itself. */
const BUSY_WITH_FILES = '"route":"/v1/reconciliations","status":503,';
const PROBLEM_LINE = /"level":"(?:error|fatal)"|"status":50\d|eyJhbGciOi|"Bearer /;

/** The service in its own process, with its own database. Collects problems from its log. */
export class FuzzedService {
  readonly troubles: string[] = [];
  #stopped: Promise<void> | undefined;
  #outputClosed: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly url: string,
    private readonly database: TestDatabase,
    private readonly child: ChildProcess,
  ) {}

  static async start(environment: Readonly<Record<string, string>>): Promise<FuzzedService> {
    const database = await createTestDatabase();
    const child = fork(fileURLToPath(new URL('./fuzzed-service-process.mjs', import.meta.url)), {
      execArgv: [],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        DATABASE_URL: database.url,
        JWT_SECRET: 'a secret that only the tests know, and long enough',
        PASSWORD_COST: '4',
        RATE_LIMITS: 'off',
        ...environment,
      },
    });
    const [url] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('The service exited before it listened.'))),
    ])) as [string];
    const service = new FuzzedService(url, database, child);
    service.#watchOutput();
    return service;
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  #watchOutput(): void {
    const { stdout } = this.child;
    if (stdout === null) return;
    const lines = createInterface({ input: stdout });
    this.#outputClosed = once(lines, 'close');
    lines.on('line', (line) => {
      if ((PROBLEM_LINE.test(line) && !line.includes(BUSY_WITH_FILES)) || line.includes(PASSWORD_CANARY))
        this.troubles.push(`logged: ${line.slice(0, 1_000)}`);
    });
    this.child.once('exit', (code, signal) => {
      if (code !== 0) this.troubles.push(`The service exited with ${signal ?? code ?? 'no code'}.`);
    });
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Shuts the service down and drops its database. Idempotent. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#end());
  }

  async #end(): Promise<void> {
    if (this.isRunning) {
      const ended = Promise.all([once(this.child, 'exit'), this.#outputClosed]);
      this.child.disconnect();
      await ended;
    }
    await this.database.drop();
  }
}
