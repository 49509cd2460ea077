/** A request with everything in it known. */
export interface HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

type Frame = (request: HttpRequest) => Buffer;

/** Header values are bytes to the service, one to a character. */
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

const chunked = (request: HttpRequest, spell: (size: number) => string): Buffer => {
  const { body } = request;
  const half = Math.ceil(body.length / 2);
  const chunks = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0);
  const spelled = chunks.flatMap((chunk) => [
    Buffer.from(`${spell(chunk.length)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  const head = framed({ ...withHeaders(request, ['transfer-encoding', 'chunked']), body: Buffer.alloc(0) });
  return Buffer.concat([head, ...spelled, Buffer.from('0\r\n\r\n')]);
};

const hex = (size: number): string => size.toString(16);

/** Ways to put a request on the wire, right and wrong. */
const FRAMES = {
  plain,
  'line feeds only': (request) => framed(withLength(request, request.body.length), '\n'),
  'HTTP/1.0': (request) => framed(withLength(request, request.body.length), '\r\n', '1.0'),
  'HTTP/2.0': (request) => framed(request, '\r\n', '2.0'),
  'no version': ({ method, target }) => Buffer.from(`${method} ${target}\r\n\r\n`, 'latin1'),
  'absolute address': (request) => plain({ ...request, target: `http://127.0.0.1${request.target}` }),
  'other host': (request) => plain({ ...request, target: `http://example.com:99${request.target}` }),
  'no host': (request) => plain({ ...request, headers: request.headers.filter(([name]) => name !== 'host') }),
  'two hosts': (request) => plain(withHeaders(request, ['host', 'example.com'])),
  chunked: (request) => chunked(request, hex),
  'chunk extensions': (request) => chunked(request, (size) => `${hex(size)};a=b;${'c'.repeat(500)}`),
  'chunks of no size': (request) => chunked(request, () => 'zz'),
  'chunks too large': (request) => chunked(request, () => 'ffffffffffffffff'),
  'chunked and long': (request) => chunked(withLength(request, request.body.length), hex),
  'two lengths': (request) => framed(withLength(request, request.body.length, request.body.length + 1)),
  'a length too long': (request) => framed(withLength(request, request.body.length + 10)),
  'a length too short': (request) => framed(withLength(request, Math.max(0, request.body.length - 3))),
  'a negative length': (request) => framed(withLength(request, -1)),
  'a huge length': (request) => framed(withLength(request, '99999999999999999999')),
  'a length in words': (request) => framed(withLength(request, '0x1')),
  'folded header': (request) => plain(withHeaders(request, ['x-folded', 'one\r\n two'])),
  'header without a name': (request) => plain(withHeaders(request, ['', 'nameless'])),
  'header with a NUL': (request) => plain(withHeaders(request, ['x-nul', 'a\0b'])),
  'huge header': (request) => plain(withHeaders(request, ['x-huge', 'h'.repeat(20_000)])),
  'many headers': (request) =>
    plain(withHeaders(request, ...Array.from({ length: 2_000 }, (_, n) => [`x-${n}`, ''] as const))),
  'long address': (request) => plain({ ...request, target: `${request.target}?${'q'.repeat(9_000)}` }),
  'twice in a row': (request) => Buffer.concat([plain(request), plain(request)]),
  'expects to go on': (request) => plain(withHeaders(request, ['expect', '100-continue'])),
  'expects a miracle': (request) => plain(withHeaders(request, ['expect', 'a miracle'])),
  'wants another protocol': (request) =>
    plain(withHeaders(request, ['connection', 'upgrade'], ['upgrade', 'websocket'])),
  'wants a tunnel': (request) => plain({ ...request, method: 'CONNECT', target: 'example.com:443' }),
  'unknown method': (request) => plain({ ...request, method: 'FROB' }),
  'method in lower case': (request) => plain({ ...request, method: request.method.toLowerCase() }),
  'speaks HTTP/2': () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0', 'latin1'),
  'speaks TLS': () => Buffer.from('\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003', 'latin1'),
  noise: ({ body }) => Buffer.concat([Buffer.from([0, 255, 10, 13, 10]), body]),
} satisfies Record<string, Frame>;

export type Framing = keyof typeof FRAMES;
export const FRAMINGS = Object.keys(FRAMES) as Framing[];

export const toBytes = (request: HttpRequest, framing: Framing): Buffer => FRAMES[framing](request);
