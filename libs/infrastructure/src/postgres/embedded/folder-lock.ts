import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** Another process holds the lock. It may be starting, and its server usable soon. */
export class FolderTaken extends EmbeddedPostgresError {}

/** A process that is shutting down needs a moment to stop its server. */
const SHUTDOWN_MS = 3_000;

/** Only Linux has sockets without a file, which leave nothing to clear after a crash. */
const hasFile = process.platform !== 'linux';
const socketPath = (folder: string): string =>
  hasFile ? join(folder, 'owner.sock') : `\0florin-${createHash('sha256').update(folder).digest('hex')}`;

/**
 * Locks a data folder for this process and returns the function that unlocks it. The lock is a listening socket: the system
 * closes it however the process ends, and a connection to it reads the pid of the owner.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const path = socketPath(folder);
  const deadline = performance.now() + SHUTDOWN_MS;
  for (;;) {
    const server = createServer((socket) => socket.on('error', () => undefined).end(String(process.pid)));
    try {
      await once(server.unref().listen({ path, exclusive: true }), 'listening');
      return () => void server.close();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE')
        throw new EmbeddedPostgresError(`DATA_DIR ${folder} cannot be locked: ${message}`);
    }
    const owner = await lockOwner(folder);
    if (owner === undefined && hasFile) rmSync(path, { force: true });
    if (owner === String(process.pid) || (owner !== undefined && performance.now() > deadline)) {
      throw new FolderTaken(
        `Florin is already running on ${folder} (process ${owner}). Stop it first, or choose another DATA_DIR.`,
      );
    }
    await sleep(50);
  }
}

/** The pid of the process that holds the lock, or undefined. */
export async function lockOwner(folder: string): Promise<string | undefined> {
  const socket = connect({ path: socketPath(folder) });
  try {
    await once(socket, 'connect');
  } catch {
    return undefined;
  }
  // A suspended process accepts the connection but does not write.
  socket.setTimeout(1_000, () => socket.destroy());
  return text(socket).catch(() => 'unknown');
}
