// One program of Florin in a process of its own, as an operator would run it, that can be killed and started again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../command-line.mjs';
import { isErrorLine } from './log-line.mjs';

/** Where each program says that it is ready, and at which address. */
const PROGRAMS = {
  api: { main: 'apps/api/dist/main.js', ready: /the API listens on (\S+)/ },
  worker: { main: 'apps/worker/dist/main.js', ready: /metrics are at (http\S+)/ },
};
const WORDS_KEPT = 4_000;

export class Service {
  #child;
  #words = '';
  #isEnding = false;

  constructor(name, program, complain) {
    this.name = name;
    this.program = PROGRAMS[program];
    this.complain = complain;
  }

  get pid() {
    return this.#child.pid;
  }

  get isRunning() {
    return this.url !== undefined;
  }

  /** Starts it and answers when it is ready. */
  async start({ environment, nodeOptions }) {
    this.#isEnding = false;
    this.#words = '';
    this.isInRotation = true;
    const child = spawn(process.execPath, [...nodeOptions, join(root, this.program.main)], {
      env: { PATH: process.env.PATH, ...environment },
      // The channel is for what is loaded before the program itself: a leash, and a clock that jumps.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    child.once('exit', (code, signal) => this.#ended(child, code ?? signal));
    this.url = await new Promise((resolve, reject) => {
      child.once('exit', () => reject(new Error(`${this.name} ended before it was ready: ${this.#words}`)));
      for (const input of [child.stdout, child.stderr])
        createInterface({ input }).on('line', (line) => this.#heard(line, resolve));
    });
  }

  /** Sends a signal and answers with the exit code, or the name of the signal that ended it. */
  async end(signal) {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return undefined;
    this.#isEnding = true;
    if (signal === 'SIGTERM') this.isInRotation = false;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code, bySignal] = await ended;
    return code ?? bySignal;
  }

  tell(message) {
    this.#child.send(message);
  }

  #heard(line, onReady) {
    this.#words = `${this.#words}${line}\n`.slice(-WORDS_KEPT);
    const url = this.program.ready.exec(line)?.[1];
    if (url !== undefined) onReady(url);
    if (isErrorLine(line)) this.complain(`${this.name} logged an error: ${line.slice(0, 600)}`);
  }

  #ended(child, how) {
    if (child !== this.#child) return;
    this.url = undefined;
    if (!this.#isEnding) this.complain(`${this.name} ended by itself (${how}): ${this.#words.slice(-600)}`);
  }
}
