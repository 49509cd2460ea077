import { connect } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/**
 * Sends bytes that no HTTP client would send, and reads the first response. Times out, so that a missing response fails
 * the test instead of blocking it.
 */
export function sendRaw(url: string, bytes: string | Buffer, waitMs = 30_000): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let received = '';
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`Incomplete response: ${received}`));
    }, waitMs);
    const finish = (): void => {
      const response = parseResponse(received);
      if (response === undefined) return;
      clearTimeout(timer);
      socket.destroy();
      resolve(response);
    };
    socket.on('data', (chunk) => {
      received += chunk.toString('utf8');
      finish();
    });
    // The service may reset the connection after its response; without one, the timer fires.
    socket.on('error', () => undefined);
    socket.on('close', finish);
  });
}

function parseResponse(received: string): RawResponse | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => splitHeader(line)));
  const text = received.slice(end + 4);
  if (Buffer.byteLength(text) < Number(headers['content-length'] ?? 0)) return undefined;
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    text,
    body: JSON.parse(text || '{}') as RawResponse['body'],
  };
}

function splitHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** Sends bytes and reads until the service closes the connection. */
export async function readUntilClosed(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(bytes)).setTimeout(30_000, () =>
    socket.destroy(new Error('The connection was not closed.')),
  );
  let received = '';
  for await (const chunk of socket) received += (chunk as Buffer).toString('latin1');
  return received;
}
