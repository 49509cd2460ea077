import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** For this long what still comes in is thrown away. To a closed connection it would bring back a reset instead. */
const LINGER_MS = 500;

/** Where Node notes the answer whose turn it is on a connection. Those behind it follow one by one. */
interface Answering {
  readonly _httpMessage?: ServerResponse | null;
}

/** The answer to a request that came whole, or that was answered before it did, and was not yet handed over. */
export function owedAnswer(socket: Socket): ServerResponse | undefined {
  const { _httpMessage: answer } = socket as Answering;
  return answer && (answer.req.complete || answer.headersSent) ? answer : undefined;
}

/**
 * Says the last word on a connection where no further request can be read. Whoever asked there before must have their own
 * answers first: in the place of those, a refusal of what came behind would tell that nothing was done when it was, and
 * what was done would be asked for again.
 */
export function answerLast(socket: Socket, say: () => string): void {
  // What comes now is neither the rest of a request that was given up nor another one, whatever it looks like. And where a
  // tunnel was asked for, Node has put the parser to another use, to which no listener may hand anything any more.
  socket.removeAllListeners('data');
  socket.on('data', () => undefined);
  whenNoneIsOwed(socket, () => {
    // One of the answers may have been the last by its own account.
    if (socket.writable) hangUp(socket, say());
  });
}

function whenNoneIsOwed(socket: Socket, then: () => void): void {
  const answer = owedAnswer(socket);
  if (answer === undefined) {
    then();
    return;
  }
  // The next answer is in its place before anybody else hears that this one is finished.
  answer.once('finish', () => {
    whenNoneIsOwed(socket, then);
  });
}

/** Ends a connection also if its other side never does, but not while that may have answers to read. */
function hangUp(socket: Socket, lastWord: string): void {
  socket.end(lastWord, () => {
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}
