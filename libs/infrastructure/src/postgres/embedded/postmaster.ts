import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, runProgram, SERVER_ENVIRONMENT } from './cluster.js';
import { EmbeddedPostgresError } from './folder-lock.js';

export interface Postmaster {
  readonly pid: number;
  readonly ended: Promise<string>;
  signal(name: NodeJS.Signals): boolean;
}

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
/** After this time the shutdown is immediate, and the next start runs crash recovery. */
const FAST_STOP_SECONDS = 30;

/** Resolves when the server accepts connections. A server that still runs on the same files is stopped first. */
export async function launch(cluster: Cluster, port: number): Promise<Postmaster> {
  stopLeftover(cluster);
  const log = join(cluster.home, 'postgres.log');
  const logSize = (): number => statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (logSize() > LOG_LIMIT_BYTES) rmSync(log);
  const deadline = performance.now() + 10_000;
  for (;;) {
    const logStart = logSize();
    const server = spawnServer(cluster, port, log);
    let end: string | undefined;
    void server.ended.then((reason) => (end = reason));
    while (end === undefined) {
      if (findServer(cluster.files)?.isReady === true) return server;
      await sleep(20);
    }
    const lines = readFileSync(log).subarray(logStart).toString('utf8').split('\n');
    const reason = lines.filter((line) => /FATAL|LOG: {2}could not bind/.test(line)).join(' ') || end;
    // The shared memory of a killed server is in use until its child processes have ended.
    if (!reason.includes('shared memory block') || performance.now() > deadline)
      throw new EmbeddedPostgresError(explain(reason, cluster.files, port));
    await sleep(200);
  }
}

function spawnServer(cluster: Cluster, port: number, log: string): Postmaster {
  const { home, files, programs, user, durable } = cluster;
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
  ];
  // Error details contain values, which must not be logged.
  settings.push('log_error_verbosity=terse', ...(durable ? [] : ['fsync=off', 'full_page_writes=off']));
  const options = ['-D', files, ...settings.flatMap((setting) => ['-c', setting])];
  // A pipe would break when this process is killed. `detached` keeps Ctrl-C away: the service stops its database last.
  const output = openSync(log, 'a', 0o600);
  const place = { ...user, cwd: home, env: SERVER_ENVIRONMENT, detached: true };
  const child = spawn(join(programs, 'postgres'), options, { ...place, stdio: ['ignore', output, output] });
  closeSync(output);
  const ended = once(child, 'exit').then(
    ([code, signal]: (string | number | null)[]) => String(signal ?? `exit code ${String(code)}`),
    (error: unknown) => (error as Error).message,
  );
  return { pid: child.pid ?? 0, ended, signal: (name) => child.kill(name) };
}

function explain(reason: string, files: string, port: number): string {
  if (reason.includes('Address already in use'))
    return `Port ${port} on 127.0.0.1 is in use by another program.`;
  if (!reason.includes('database files are incompatible')) return `PostgreSQL did not start: ${reason}`;
  const version = readFileSync(join(files, 'PG_VERSION'), 'utf8').trim();
  return `The database in ${files} was created by PostgreSQL ${version}, but this release of Florin has another version. Start the release that created it, and move the data as described in docs/operating/backup-and-restore.md.`;
}

export function supervise(
  first: Postmaster,
  restart: () => Promise<Postmaster>,
  log: (line: string) => void,
): { readonly pid: number; stop(): Promise<void> } {
  let server = first;
  let isStopping = (): boolean => false;
  // SIGINT is a fast shutdown, and can be sent while this process exits.
  const shutDown = (): boolean => server.signal('SIGINT');
  process.once('exit', shutDown);
  const watched = (async (): Promise<void> => {
    for (let reason = await server.ended; !isStopping(); reason = await server.ended) {
      log(`PostgreSQL ended unexpectedly (${reason}); restarting it.`);
      try {
        server = await restart();
      } catch (error) {
        log(`PostgreSQL cannot be restarted yet: ${(error as Error).message}`);
        await sleep(1_000);
      }
      // A stop during the restart signalled the server that had ended.
      if (isStopping()) shutDown();
    }
  })();
  return {
    get pid() {
      return server.pid;
    },
    async stop() {
      isStopping = () => true;
      shutDown();
      const immediate = setTimeout(() => server.signal('SIGQUIT'), FAST_STOP_SECONDS * 1_000);
      await watched;
      clearTimeout(immediate);
      process.off('exit', shutDown);
    },
  };
}

const lockFileOf = (files: string): string => join(files, 'postmaster.pid');

/** Compares the command line: another process may have the pid of an earlier server. */
export function findServer(files: string): { pid: number; port: number; isReady: boolean } | undefined {
  try {
    const [pid, , , port, , , , status] = readFileSync(lockFileOf(files), 'utf8').split('\n');
    // Slim Linux images have no `ps`.
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    if (!command.includes(`postgres -D ${files} `)) return undefined;
    return { pid: Number(pid), port: Number(port), isReady: status?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** Stops a server that outlived its owner, and deletes the lock file of a killed one. */
function stopLeftover(cluster: Cluster): void {
  const { files, log } = cluster;
  const server = findServer(files);
  if (server !== undefined) {
    log(`PostgreSQL from an earlier start is still running (process ${server.pid}); stopping it.`);
    const stop = (mode: string): boolean => {
      const options = ['stop', '-D', files, '-m', mode, '-t', String(FAST_STOP_SECONDS)];
      return runProgram('pg_ctl', options, cluster).status === 0;
    };
    if (!stop('fast') && !stop('immediate') && findServer(files) !== undefined)
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${server.pid}) did not stop. End the process and start Florin again.`,
      );
  }
  if (!existsSync(lockFileOf(files))) return;
  log('The database was not shut down; recovering from the write-ahead log.');
  // PostgreSQL does not start while any process has the pid in this file.
  rmSync(lockFileOf(files), { force: true });
}
