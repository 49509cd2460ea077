import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Answers that wait behind others of their connection, because somebody asked again before being answered. Hardly anybody
 * does, and only of those is anything noted.
 *
 * When a connection is closed, Node tells the answers that wait there, unless it has let go of the connection, as it does
 * when a tunnel is asked for. They would then count as under way for ever.
 */
export class QueuedAnswers {
  private readonly queued = new WeakMap<Socket, Set<ServerResponse>>();

  constructor(server: Server) {
    server.on('connect', (_request: IncomingMessage, socket: Socket) => {
      socket.once('close', () => {
        for (const response of this.queued.get(socket) ?? []) response.destroy();
      });
    });
  }

  /** Has to hear of every request. */
  note({ socket }: IncomingMessage, response: ServerResponse): void {
    // The one whose turn it is has the connection.
    if (response.socket !== null) return;
    const others = this.queued.get(socket) ?? new Set();
    this.queued.set(socket, others.add(response));
    response.once('close', () => others.delete(response));
  }
}
