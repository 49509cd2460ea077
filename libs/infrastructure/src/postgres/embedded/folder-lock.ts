import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

export class FolderTaken extends EmbeddedPostgresError {}

/** A process that is shutting down needs a moment to stop its server. */
const SHUTDOWN_MS = 3_000;

/** Returns the unlock function. The lock is a listening socket, which the system closes however the process ends. */
export async function lockFolder(folder: string): Promise<() => void> {
  // Linux has abstract sockets, which leave no file behind after a crash.
  const hasFile = process.platform !== 'linux';
  const name = createHash('sha256').update(folder).digest('hex');
  const path = hasFile ? join(folder, 'owner.sock') : `\0florin-${name}`;
  const deadline = performance.now() + SHUTDOWN_MS;
  for (;;) {
    const server = createServer((socket) => socket.on('error', () => undefined).end(String(process.pid)));
    try {
      await once(server.unref().listen({ path, exclusive: true }), 'listening');
      return () => void server.close();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
    const owner = await ownerOf(path);
    if (owner === undefined && hasFile) rmSync(path, { force: true });
    if (owner === String(process.pid) || (owner !== undefined && performance.now() > deadline))
      throw new FolderTaken(
        `Florin is already running on ${folder} (process ${owner}). Stop it first, or choose another DATA_DIR.`,
      );
    await sleep(50);
  }
}

async function ownerOf(path: string): Promise<string | undefined> {
  const socket = connect({ path });
  try {
    await once(socket, 'connect');
  } catch {
    return undefined;
  }
  // A suspended process accepts the connection but does not write.
  socket.setTimeout(1_000, () => socket.destroy());
  return text(socket).catch(() => 'unknown');
}
