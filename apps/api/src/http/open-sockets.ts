import type { Server, Socket } from 'node:net';

/** The connections that a server has now, from the first packet on: of a TLS server, also those that are not yet safe. */
export function openSocketsOf(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}
