/** A request with all placeholders resolved. */
export interface HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

type Frame = (request: HttpRequest) => Buffer;

/** Latin-1: each character of a header value is one byte. */
function framed({ method, target, headers, body }: HttpRequest, lineEnd = '\r\n', version = '1.1'): Buffer {
  const lines = [
    `${method} ${target} HTTP/${version}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.concat([Buffer.from(lines.join(lineEnd) + lineEnd + lineEnd, 'latin1'), body]);
}

const withLength = (request: HttpRequest, ...lengths: (number | string)[]): HttpRequest => ({
  ...request,
  headers: [...request.headers, ...lengths.map((length) => ['content-length', String(length)] as const)],
});

const plain: Frame = (request) =>
  framed(request.body.length > 0 ? withLength(request, request.body.length) : request);

const withHeaders = (request: HttpRequest, ...headers: (readonly [string, string])[]): HttpRequest => ({
  ...request,
  headers: [...request.headers, ...headers],
});

const chunked = (request: HttpRequest, formatSize: (size: number) => string): Buffer => {
  const { body } = request;
  const half = Math.ceil(body.length / 2);
  const chunks = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0);
  const encodedChunks = chunks.flatMap((chunk) => [
    Buffer.from(`${formatSize(chunk.length)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  const head = framed({ ...withHeaders(request, ['transfer-encoding', 'chunked']), body: Buffer.alloc(0) });
  return Buffer.concat([head, ...encodedChunks, Buffer.from('0\r\n\r\n')]);
};

const hex = (size: number): string => size.toString(16);

/** Valid and invalid HTTP framings. */
const FRAMES = {
  plain,
  'line feeds only': (request) => framed(withLength(request, request.body.length), '\n'),
  'HTTP/1.0': (request) => framed(withLength(request, request.body.length), '\r\n', '1.0'),
  'HTTP/2.0': (request) => framed(request, '\r\n', '2.0'),
  'no version': ({ method, target }) => Buffer.from(`${method} ${target}\r\n\r\n`, 'latin1'),
  'absolute URL': (request) => plain({ ...request, target: `http://127.0.0.1${request.target}` }),
  'other host': (request) => plain({ ...request, target: `http://example.com:99${request.target}` }),
  'no host': (request) => plain({ ...request, headers: request.headers.filter(([name]) => name !== 'host') }),
  'two hosts': (request) => plain(withHeaders(request, ['host', 'example.com'])),
  chunked: (request) => chunked(request, hex),
  'chunk extensions': (request) => chunked(request, (size) => `${hex(size)};a=b;${'c'.repeat(500)}`),
  'invalid chunk size': (request) => chunked(request, () => 'zz'),
  'oversized chunks': (request) => chunked(request, () => 'ffffffffffffffff'),
  'chunked with content-length': (request) => chunked(withLength(request, request.body.length), hex),
  'two content-lengths': (request) =>
    framed(withLength(request, request.body.length, request.body.length + 1)),
  'content-length too large': (request) => framed(withLength(request, request.body.length + 10)),
  'content-length too small': (request) => framed(withLength(request, Math.max(0, request.body.length - 3))),
  'negative content-length': (request) => framed(withLength(request, -1)),
  'huge content-length': (request) => framed(withLength(request, '99999999999999999999')),
  'hexadecimal content-length': (request) => framed(withLength(request, '0x1')),
  'folded header': (request) => plain(withHeaders(request, ['x-folded', 'one\r\n two'])),
  'header without a name': (request) => plain(withHeaders(request, ['', 'nameless'])),
  'header with a NUL': (request) => plain(withHeaders(request, ['x-nul', 'a\0b'])),
  'huge header': (request) => plain(withHeaders(request, ['x-huge', 'h'.repeat(20_000)])),
  'many headers': (request) =>
    plain(withHeaders(request, ...Array.from({ length: 2_000 }, (_, n) => [`x-${n}`, ''] as const))),
  'long URL': (request) => plain({ ...request, target: `${request.target}?${'q'.repeat(9_000)}` }),
  'two requests': (request) => Buffer.concat([plain(request), plain(request)]),
  'expect 100-continue': (request) => plain(withHeaders(request, ['expect', '100-continue'])),
  'unknown expectation': (request) => plain(withHeaders(request, ['expect', 'unknown'])),
  'websocket upgrade': (request) =>
    plain(withHeaders(request, ['connection', 'upgrade'], ['upgrade', 'websocket'])),
  CONNECT: (request) => plain({ ...request, method: 'CONNECT', target: 'example.com:443' }),
  'unknown method': (request) => plain({ ...request, method: 'FROB' }),
  'method in lower case': (request) => plain({ ...request, method: request.method.toLowerCase() }),
  'HTTP/2 preface': () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0', 'latin1'),
  'TLS handshake': () => Buffer.from('\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003', 'latin1'),
  noise: ({ body }) => Buffer.concat([Buffer.from([0, 255, 10, 13, 10]), body]),
} satisfies Record<string, Frame>;

export type Framing = keyof typeof FRAMES;
export const FRAMINGS = Object.keys(FRAMES) as Framing[];

export const toBytes = (request: HttpRequest, framing: Framing): Buffer => FRAMES[framing](request);
