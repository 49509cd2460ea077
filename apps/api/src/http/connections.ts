import type { Server, Socket } from 'node:net';

/**
 * The connections that a server has now. Node's own list lacks those that have not ended their TLS handshake, and a
 * server that closes waits for them.
 */
export class Connections {
  private readonly open = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.open.add(socket);
      socket.once('close', () => this.open.delete(socket));
    });
  }

  cut(): void {
    for (const socket of this.open) socket.destroy();
  }
}
