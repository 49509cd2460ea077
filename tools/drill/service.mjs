// The API or the worker in its own process, which can be killed and restarted.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../command-line.mjs';
import { isErrorLine } from './log-line.mjs';

/** `ready` matches the output line with the URL. */
const PROGRAMS = {
  api: { main: 'apps/api/dist/main.js', ready: /the API listens on (\S+)/ },
  worker: { main: 'apps/worker/dist/main.js', ready: /metrics are at (http\S+)/ },
};
const MAX_OUTPUT_LENGTH = 4_000;

export class Service {
  #child;
  #output = '';
  #isEnding = false;

  constructor(name, program, reportError) {
    this.name = name;
    this.program = PROGRAMS[program];
    this.reportError = reportError;
  }

  get pid() {
    return this.#child.pid;
  }

  get isRunning() {
    return this.url !== undefined;
  }

  /** Resolves when it is ready. */
  async start({ environment, nodeOptions }) {
    this.#isEnding = false;
    this.#output = '';
    this.isInRotation = true;
    const child = spawn(process.execPath, [...nodeOptions, join(root, this.program.main)], {
      env: { PATH: process.env.PATH, ...environment },
      // The preloaded modules use the IPC channel.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    child.once('exit', (code, signal) => this.#onExit(child, code ?? signal));
    this.url = await new Promise((resolve, reject) => {
      child.once('exit', () => reject(new Error(`${this.name} exited before it was ready: ${this.#output}`)));
      for (const input of [child.stdout, child.stderr])
        createInterface({ input }).on('line', (line) => this.#onLine(line, resolve));
    });
  }

  /** Returns the exit code, or the name of the signal that ended the process. */
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

  send(message) {
    this.#child.send(message);
  }

  #onLine(line, onReady) {
    this.#output = `${this.#output}${line}\n`.slice(-MAX_OUTPUT_LENGTH);
    const url = this.program.ready.exec(line)?.[1];
    if (url !== undefined) onReady(url);
    if (isErrorLine(line)) this.reportError(`${this.name} logged an error: ${line.slice(0, 600)}`);
  }

  #onExit(child, codeOrSignal) {
    if (child !== this.#child) return;
    this.url = undefined;
    if (!this.#isEnding)
      this.reportError(`${this.name} exited unexpectedly (${codeOrSignal}): ${this.#output.slice(-600)}`);
  }
}
