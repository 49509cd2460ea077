import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.js';
import { EmbeddedPostgresError, explainFailure, readIfPresent } from './embedded-postgres-error.js';
import { chooseServerUser, findPrograms, SERVER_ENVIRONMENT } from './programs.js';

export interface Postmaster {
  readonly pid: number;
  /** Resolves when the process has ended, to its signal or exit code. */
  readonly ended: Promise<string>;
  /** Sends a signal, unless the process has ended. */
  signal(name: NodeJS.Signals): boolean;
}

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
/** A fast shutdown that takes longer becomes an immediate one, and the next start recovers. */
const FAST_STOP_SECONDS = 30;

/** Starts the server and waits until it accepts connections. One that still runs on the same files is stopped first. */
export async function launch(cluster: Cluster, port: number): Promise<Postmaster> {
  const { files, log } = cluster;
  await stopLeftover(files, log);
  const deadline = performance.now() + 10_000;
  for (;;) {
    const { server, errors } = spawnServer(cluster, port);
    let end: string | undefined;
    void server.ended.then((reason) => (end = reason));
    while (end === undefined) {
      const running = readPostmasterFile(files);
      if (running?.pid === server.pid && running.isReady) return server;
      await sleep(20);
    }
    const reason = errors() || end;
    // The child processes of a killed server need a moment to end; until then its shared memory is in use.
    const isPassing = reason.includes('shared memory block') && performance.now() < deadline;
    if (!isPassing) throw new EmbeddedPostgresError(explain(reason, files, port));
    await sleep(200);
  }
}

function explain(reason: string, files: string, port: number): string {
  if (reason.includes('Address already in use'))
    return `Port ${port} on 127.0.0.1 is taken by another program.`;
  if (!reason.includes('database files are incompatible')) return `PostgreSQL did not start: ${reason}`;
  const version = readFileSync(join(files, 'PG_VERSION'), 'utf8').trim();
  return `The database in ${files} was made by PostgreSQL ${version}, and this Florin brings another. Start the release that made it, and move as docs/operating/backup-and-restore.md says.`;
}

function spawnServer(cluster: Cluster, port: number): { server: Postmaster; errors: () => string } {
  const { home, files, programs, user, durable } = cluster;
  const path = join(home, 'postgres.log');
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) rmSync(path);
  // A file takes the output, because a pipe breaks when this process is killed.
  const logFile = explainFailure(`${path} cannot be opened`, () => openSync(path, 'a', 0o600));
  const logStart = statSync(path).size;
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  // The detail of an error contains the offending values, which must not be logged.
  settings.push('max_connections=200', 'log_error_verbosity=terse');
  if (!durable) settings.push('fsync=off', 'full_page_writes=off');
  const options = ['-D', files, ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(join(programs, 'postgres'), options, {
    ...user,
    cwd: home,
    // Its own session keeps Ctrl-C at the terminal away: the service stops its database last.
    detached: true,
    env: SERVER_ENVIRONMENT,
    stdio: ['ignore', logFile, logFile],
  });
  closeSync(logFile);
  const ended = once(child, 'exit').then(
    ([code, signal]: (string | number | null)[]) => String(signal ?? `exit code ${String(code)}`),
    (error: unknown) => (error as Error).message,
  );
  const errors = (): string => {
    const lines = readFileSync(path).subarray(logStart).toString('utf8').trim().split('\n');
    const fatal = lines.filter((line) => /FATAL|LOG: {2}could not bind/.test(line));
    return fatal.join(' ') || (lines[0] ?? '');
  };
  return { server: { pid: child.pid ?? 0, ended, signal: (name) => child.kill(name) }, errors };
}

/** Starts the server again whenever it ends, until `stop`. */
export function supervise(
  first: Postmaster,
  restart: () => Promise<Postmaster>,
  log: (line: string) => void,
): { readonly pid: number; stop(): Promise<void> } {
  let server = first;
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  // A signal needs no waiting, so the fast shutdown also works while this process exits.
  const shutDown = (): boolean => server.signal('SIGINT');
  process.once('exit', shutDown);
  const watched = (async (): Promise<void> => {
    for (let reason = await server.ended; !isStopping(); reason = await server.ended) {
      log(`PostgreSQL ended unexpectedly (${reason}); starting it again.`);
      try {
        server = await restart();
      } catch (error) {
        log(`PostgreSQL cannot be started again yet: ${(error as Error).message}`);
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
      stopping.abort();
      shutDown();
      const immediate = setTimeout(() => server.signal('SIGQUIT'), FAST_STOP_SECONDS * 1_000);
      await watched;
      clearTimeout(immediate);
      process.off('exit', shutDown);
    },
  };
}

interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

function readPostmasterFile(files: string): PostmasterFile | undefined {
  const lines = readIfPresent(join(files, 'postmaster.pid'))?.split('\n');
  if (lines === undefined) return undefined;
  return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/** The server that runs on these files. A process that reuses the pid of an earlier one is not it. */
export function findServer(files: string): PostmasterFile | undefined {
  const file = readPostmasterFile(files);
  if (file === undefined) return undefined;
  try {
    // Slim Linux images have no `ps`.
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${file.pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(file.pid)], { encoding: 'utf8' });
    return command.includes(`postgres -D ${files} `) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Stops a server that outlived its owner, and clears what a killed one left. The caller holds the lock of the folder. */
export async function stopLeftover(files: string, log: (line: string) => void): Promise<void> {
  const left = findServer(files);
  if (left !== undefined) {
    log(`A PostgreSQL that an earlier start left behind (process ${left.pid}) still runs; stopping it.`);
    const user = chooseServerUser(files);
    const program = join(await findPrograms(user), 'pg_ctl');
    for (const mode of ['fast', 'immediate']) {
      if (findServer(files) === undefined) break;
      const options = ['stop', '-D', files, '-m', mode, '-t', String(FAST_STOP_SECONDS)];
      spawnSync(program, options, { ...user, cwd: '/', env: SERVER_ENVIRONMENT, stdio: 'ignore' });
    }
    if (findServer(files) !== undefined)
      throw new EmbeddedPostgresError(`PostgreSQL (process ${left.pid}) does not stop.`);
  }
  if (readPostmasterFile(files) === undefined) return;
  log('The database was not shut down; recovering it from its write-ahead log.');
  // PostgreSQL does not start while any process has the pid in this file.
  rmSync(join(files, 'postmaster.pid'), { force: true });
}
