import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { requireFreePort } from '../http/listening.js';
import type { CompleteSettings } from '../settings-files.js';
import { databaseServer, type Serving } from '../start.js';
import { startWorkerProcess } from '../worker-process.js';
import { keepRunning, type KeptProcess } from './kept-process.js';
import { type FromMember, type FromPrimary, MEMBER_DATABASE, MEMBER_NUMBER } from './messages.js';
import { MetricsRelay } from './metrics-relay.js';

export interface PrimaryOptions {
  readonly logger: Logger;
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** What kept the first process from starting, in the words it would have said itself. */
export class StartFailed extends Error {
  override readonly name = 'StartFailed';
}

type Up = Extract<FromMember, { kind: 'up' }>;

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
const FIRST_PAUSE_MS = 100;

/**
 * Starts several processes that serve one port, and keeps them running. Each listens for itself, and the system spreads
 * connections over them; this process serves nothing. It runs the embedded database and its worker if there are such,
 * and ends the others when it ends. They end by themselves when it is gone.
 */
export async function startProcesses(settings: CompleteSettings, options: PrimaryOptions): Promise<Serving> {
  const { logger, say, signal } = options;
  const port = await requireFreePort(settings);
  const server = await databaseServer(settings, say);
  const kept: KeptProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(kept.map((one) => one.stop()));
    await server.stop();
  };
  const members = new Members({ PORT: String(port), [MEMBER_DATABASE]: server.url }, options);
  const begin = (number: number): Promise<Up> => {
    const { process, up } = members.start(number);
    kept.push(process);
    return up;
  };

  const endTogether = (): void => {
    for (const one of kept) void one.stop();
  };
  signal?.addEventListener('abort', endTogether);

  try {
    signal?.throwIfAborted();
    // The first comes alone: it migrates and makes the first admin, and what keeps it from starting is said once.
    const { url, announcements } = await begin(1);
    if (settings.database.kind === 'embedded') kept.push(startWorkerProcess(server.url, settings, logger));
    // What the first has to tell, such as a password, is told also by one that is to end.
    const more = signal?.aborted === true ? 0 : settings.processes - 1;
    const others = Array.from({ length: more }, (_, index) => begin(index + 2));
    await Promise.allSettled(others);
    return { url, announcements, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', endTogether);
  }
}

/** The processes that serve, and what they say to one another. */
class Members {
  private readonly relay = new MetricsRelay();
  private readonly living = new Set<MemberChannel>();

  constructor(
    private readonly environment: Readonly<Record<string, string>>,
    private readonly options: PrimaryOptions,
  ) {}

  /** `up` tells of the first life only; every later one is the business of whoever keeps the process running. */
  start(number: number): { process: KeptProcess; up: Promise<Up> } {
    const { promise: up, resolve, reject } = Promise.withResolvers<Up>();
    const { logger } = this.options;
    const name = `process ${number} of the API`;
    const start = (): ChildProcess => {
      const child = fork(MAIN, {
        env: { ...process.env, ...this.environment, [MEMBER_NUMBER]: String(number) },
      });
      this.listenTo(child, (message) => {
        if (message.kind === 'up') {
          resolve(message);
          return;
        }
        logger.error({ words: message.words }, `${name} cannot start`);
        reject(new StartFailed(message.words));
      });
      child.once('exit', (code, signal) => {
        reject(new StartFailed(`${name} ended before it served (${signal ?? code ?? 'no code'})`));
      });
      return child;
    };
    return { up, process: keepRunning({ name, start, logger, firstPauseMs: FIRST_PAUSE_MS }) };
  }

  private listenTo(child: ChildProcess, onStart: (message: Up | Failed) => void): void {
    const channel = new MemberChannel(child);
    this.living.add(channel);
    child.once('exit', () => this.living.delete(channel));
    child.on('message', (message: FromMember) => {
      if (message.kind === 'asks') this.relay.ask(channel, message.number, [...this.living]);
      else if (message.kind === 'tells') this.relay.hear(message.number, message.text);
      else if (message.kind === 'says') this.options.say(message.line);
      else onStart(message);
    });
  }
}

type Failed = Extract<FromMember, { kind: 'failed' }>;

class MemberChannel {
  constructor(private readonly child: ChildProcess) {}

  /** To one that is just going away nothing can be said, and nothing has to be. */
  send(message: FromPrimary): void {
    if (this.child.connected) this.child.send(message, () => undefined);
  }
}
