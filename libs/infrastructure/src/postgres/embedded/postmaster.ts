import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, SERVER_ENVIRONMENT } from './cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { readPostmasterFile } from './postmaster-file.js';

export interface Postmaster {
  readonly pid: number;
  /** Resolves when the process has ended, to how it ended. */
  readonly ended: Promise<string>;
  /** Sends a signal, unless the process has ended and its pid may be another's by now. */
  signal(name: NodeJS.Signals): void;
}

/** Also told as it is, when a server that died finds its port taken. */
export class PortTaken extends EmbeddedPostgresError {
  constructor(port: number) {
    super(`Port ${port} on 127.0.0.1, wanted for PostgreSQL, is taken by another program.`);
  }
}

const LOG_KEPT_BYTES = 10 * 1024 * 1024;
const PATIENCE_MS = 10_000;
const SAY_SO_EVERY_MS = 5_000;

/** Starts the server and waits until it takes connections; throws PortTaken when another program has the port. */
export async function launch(
  cluster: Cluster,
  port: number,
  durable: boolean,
  log: (line: string) => void,
): Promise<Postmaster> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const attempt = spawnServer(cluster, port, durable);
    const complaint = await waitUntilReady(cluster, attempt, log);
    if (complaint === undefined) return attempt;
    if (/Address already in use|could not create any TCP/.test(complaint)) throw new PortTaken(port);
    if (/database files are incompatible/.test(complaint)) throw madeByAnother(cluster);
    // After a kill the dead server's children need a moment to notice; until then its memory is in use.
    const passing = /shared memory block|lock file .* already exists/.test(complaint);
    if (!passing || performance.now() > deadline)
      throw new EmbeddedPostgresError(`PostgreSQL did not start: ${complaint}`);
    await sleep(200);
  }
}

/** PostgreSQL reads the files of its own major version only; which one made them is in the detail, that is not logged. */
function madeByAnother({ files }: Cluster): EmbeddedPostgresError {
  const version = readFileSync(join(files, 'PG_VERSION'), 'utf8').trim();
  return new EmbeddedPostgresError(
    `The database in ${files} was made by PostgreSQL ${version}, and this Florin brings another. Start the release that made it, and move as docs/operating/backup-and-restore.md says.`,
  );
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('The system gave no port.'));
      });
    });
  });
}

interface Attempt extends Postmaster {
  /** How long the log was before, so that only this attempt's words are read from it. */
  readonly logStart: number;
}

function spawnServer(cluster: Cluster, port: number, durable: boolean): Attempt {
  const logPath = logPathOf(cluster);
  const settings = serverSettings(port, durable).flatMap((setting) => ['-c', setting]);
  const tooLong = (statSync(logPath, { throwIfNoEntry: false })?.size ?? 0) > LOG_KEPT_BYTES;
  if (tooLong) rmSync(logPath);
  const logFile = openSync(logPath, 'a', 0o600);
  const logStart = statSync(logPath).size;
  // A session of its own keeps the terminal's Ctrl-C away: the service decides when its database ends.
  // A file takes the output, because a pipe would break under a server that outlives its owner.
  const child = spawn(cluster.binaries.postgres, ['-D', cluster.files, ...settings], {
    ...cluster.user,
    cwd: cluster.home,
    detached: true,
    env: SERVER_ENVIRONMENT,
    stdio: ['ignore', logFile, logFile],
  });
  closeSync(logFile);
  child.unref();
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      resolve(error.message);
    });
    child.once('exit', (code, signal) => {
      resolve(signal ?? `exit code ${String(code)}`);
    });
  });
  return { ended, logStart, pid: child.pid ?? 0, signal: (name) => void child.kill(name) };
}

/** Answers undefined once the server is ready, or its last words if it ended instead. */
async function waitUntilReady(
  cluster: Cluster,
  attempt: Attempt,
  log: (line: string) => void,
): Promise<string | undefined> {
  let last: string | undefined;
  void attempt.ended.then((reason) => (last = reason));
  for (let waited = 0; last === undefined; waited += 20) {
    const file = readPostmasterFile(cluster.files);
    if (file?.pid === attempt.pid && file.status === 'ready') return undefined;
    if (waited > 0 && waited % SAY_SO_EVERY_MS === 0) log('PostgreSQL is still recovering; waiting for it.');
    await sleep(20);
  }
  const words = readFileSync(logPathOf(cluster)).subarray(attempt.logStart).toString('utf8');
  const complaints = words.split('\n').filter((line) => /FATAL|LOG: {2}could not bind/.test(line));
  return complaints.length > 0 ? complaints.join(' ') : last;
}

function serverSettings(port: number, durable: boolean): string[] {
  const safety = durable ? 'on' : 'off';
  return [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'timezone=UTC',
    'log_timezone=UTC',
    // The details of an error hold the offending values, which belong in no log.
    'log_error_verbosity=terse',
    // Without it even a killed server, not only a dead machine, would forget what it had confirmed.
    'synchronous_commit=on',
    `fsync=${safety}`,
    `full_page_writes=${safety}`,
  ];
}

function logPathOf(cluster: Cluster): string {
  return join(cluster.home, 'postgres.log');
}
