import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { keepRunning, type KeptProcess } from './kept-process.js';
import { type FromMember, type FromPrimary, MEMBER_NUMBER } from './messages.js';
import { MetricsRelay } from './metrics-relay.js';

export interface MembersOptions {
  readonly logger: Logger;
  readonly say: (line: string) => void;
  /** Makes the process. Tests have others than real ones. */
  readonly spawn?: (environment: NodeJS.ProcessEnv) => ChildProcess;
}

/** What kept the first process from starting, in the words it would have said itself. */
export class StartFailed extends Error {
  override readonly name = 'StartFailed';
}

export type Up = Extract<FromMember, { kind: 'up' }>;
type Failed = Extract<FromMember, { kind: 'failed' }>;

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
const FIRST_PAUSE_MS = 100;

const spawnMain = (environment: NodeJS.ProcessEnv): ChildProcess => fork(MAIN, { env: environment });

/** The processes that serve, and what they say to one another. */
export class Members {
  private readonly relay = new MetricsRelay();
  /** Those that are up. One that never came to be, or is still starting, has no numbers and would be waited for. */
  private readonly serving = new Set<MemberChannel>();

  constructor(
    private readonly environment: Readonly<Record<string, string>>,
    private readonly options: MembersOptions,
  ) {}

  /** `up` tells of the first life only; every later one is the business of whoever keeps the process running. */
  start(number: number): { process: KeptProcess; up: Promise<Up> } {
    const { promise: up, resolve, reject } = Promise.withResolvers<Up>();
    const { logger } = this.options;
    const name = `process ${number} of the API`;
    const failed = (why: string): void => {
      reject(new StartFailed(`${name} ended before it served (${why})`));
    };
    const start = (): ChildProcess => {
      const child = this.spawned(number, failed);
      this.listenTo(child, (message) => {
        if (message.kind === 'up') {
          resolve(message);
          return;
        }
        logger.error({ words: message.words }, `${name} cannot start`);
        reject(new StartFailed(message.words));
      });
      return child;
    };
    return { up, process: keepRunning({ name, start, logger, firstPauseMs: FIRST_PAUSE_MS }) };
  }

  /** One that the system does not make a process, which it says at once or a moment later, has failed as well. */
  private spawned(number: number, onEnd: (why: string) => void): ChildProcess {
    const { spawn = spawnMain } = this.options;
    try {
      const child = spawn({ ...process.env, ...this.environment, [MEMBER_NUMBER]: String(number) });
      child.once('exit', (code, signal) => {
        onEnd(String(signal ?? code ?? 'no code'));
      });
      child.once('error', ({ message }) => {
        onEnd(message);
      });
      return child;
    } catch (error) {
      onEnd(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  private listenTo(child: ChildProcess, onStart: (message: Up | Failed) => void): void {
    const channel = new MemberChannel(child);
    child.once('exit', () => this.serving.delete(channel));
    child.on('message', (message: FromMember) => {
      if (message.kind === 'up') this.serving.add(channel);
      // Whoever asks answers, also in the moment between its first request and its word that it is up.
      if (message.kind === 'asks')
        this.relay.ask(channel, message.number, [...new Set([...this.serving, channel])]);
      else if (message.kind === 'tells') this.relay.hear(message.number, message.text);
      else if (message.kind === 'says') this.options.say(message.line);
      else onStart(message);
    });
  }
}

class MemberChannel {
  constructor(private readonly child: ChildProcess) {}

  /** To one that is just going away nothing can be said, and nothing has to be. */
  send(message: FromPrimary): void {
    if (this.child.connected) this.child.send(message, () => undefined);
  }
}
