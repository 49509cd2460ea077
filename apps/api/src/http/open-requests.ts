import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ambiguityOf } from './ambiguous-framing.js';

/** The open requests of each connection, for the graceful shutdown, metrics and connection errors. */
export class OpenRequests {
  isDraining = false;
  count = 0;
  private readonly responses = new WeakMap<Socket, Set<ServerResponse>>();
  private readonly upgrades = new WeakMap<Socket, IncomingMessage>();
  private readonly ambiguous = new WeakSet<Socket>();
  private readonly behindAmbiguous = new WeakSet<IncomingMessage>();

  watch(server: Server): void {
    const add = (request: IncomingMessage, response: ServerResponse): void => {
      this.add(request, response);
    };
    // Before Fastify handles the request.
    server.prependListener('request', add).prependListener('checkExpectation', add);
  }

  /** The responses of a connection that are not sent yet, in order. */
  pendingResponses(socket: Socket): ReadonlySet<ServerResponse> {
    return this.responses.get(socket) ?? new Set();
  }

  /**
   * After a request with an Upgrade header, Node's parser drops the rest of the packet and restarts: the next bytes may be
   * the body of a dropped request (request smuggling).
   */
  isBehindUpgrade(request: IncomingMessage): boolean {
    return (this.upgrades.get(request.socket) ?? request) !== request;
  }

  /** Whether the request may be a part of the body of an earlier one on this connection. */
  isBehindAmbiguous(request: IncomingMessage): boolean {
    return this.behindAmbiguous.has(request);
  }

  private add(request: IncomingMessage, response: ServerResponse): void {
    const { socket, headers } = request;
    // Here, because requests are added in their order; the hooks of an earlier one may run later.
    if (this.ambiguous.has(socket)) this.behindAmbiguous.add(request);
    else if (ambiguityOf(request) !== undefined) this.ambiguous.add(socket);
    if (headers.upgrade !== undefined && !this.upgrades.has(socket)) this.upgrades.set(socket, request);
    const responses = this.responses.get(socket) ?? this.addConnection(socket);
    responses.add(response);
    this.count += 1;
    response.once('close', () => {
      if (responses.delete(response)) this.count -= 1;
    });
  }

  private addConnection(socket: Socket): Set<ServerResponse> {
    const responses = new Set<ServerResponse>();
    this.responses.set(socket, responses);
    // A response that waits behind another one may not emit `close`.
    socket.once('close', () => {
      this.count -= responses.size;
      responses.clear();
    });
    return responses;
  }
}
