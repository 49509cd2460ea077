export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export class MalformedResponse extends Error {}

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');

/** Parses responses from a stream of bytes. Throws MalformedResponse. */
export class ResponseReader {
  #bytes: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
  }

  /** The bytes after the last complete response. */
  get rest(): string {
    return this.#bytes.toString('latin1');
  }

  /** The next response to a request of this method, or undefined while it is incomplete. */
  next(method: string): HttpResponse | undefined {
    for (;;) {
      const headEnd = this.#bytes.indexOf(HEAD_END);
      if (headEnd === -1) return undefined;
      const { status, headers } = headOf(this.#bytes.toString('latin1', 0, headEnd));
      const bodyStart = headEnd + HEAD_END.length;
      if (status >= 100 && status < 200) {
        // An interim response such as 100 Continue.
        this.#bytes = this.#bytes.subarray(bodyStart);
        continue;
      }
      const body = bodyOf(this.#bytes, bodyStart, bodyKind(method, status, headers));
      if (body === undefined) return undefined;
      this.#bytes = this.#bytes.subarray(body.end);
      return { status, headers, text: body.bytes.toString('utf8') };
    }
  }
}

function headOf(head: string): Pick<HttpResponse, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1];
  if (status === undefined) throw new MalformedResponse(`invalid status line: ${statusLine.slice(0, 200)}`);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name, value] = /^([!-9;-~]+): ?(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new MalformedResponse(`invalid header: ${line.slice(0, 200)}`);
    headers[name.toLowerCase()] = value;
  }
  return { status: Number(status), headers };
}

type BodyKind = 'none' | 'chunked' | number;

function bodyKind(method: string, status: number, headers: HttpResponse['headers']): BodyKind {
  if (method === 'HEAD' || status === 204 || status === 304) return 'none';
  if (headers['transfer-encoding'] === 'chunked') return 'chunked';
  const length = headers['content-length'];
  if (length === undefined || !/^\d+$/.test(length)) throw new MalformedResponse('invalid content-length');
  return Number(length);
}

function bodyOf(
  bytes: Buffer,
  start: number,
  kind: BodyKind,
): { readonly bytes: Buffer; readonly end: number } | undefined {
  if (kind === 'none') return { bytes: Buffer.alloc(0), end: start };
  if (kind === 'chunked') return chunkedBody(bytes, start);
  const end = start + kind;
  return bytes.length < end ? undefined : { bytes: bytes.subarray(start, end), end };
}

function chunkedBody(bytes: Buffer, start: number): { bytes: Buffer; end: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf(LINE_END, at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (Number.isNaN(size)) throw new MalformedResponse('invalid chunk size');
    const dataStart = lineEnd + LINE_END.length;
    const next = dataStart + size + LINE_END.length;
    if (bytes.length < next) return undefined;
    if (size === 0) return { bytes: Buffer.concat(chunks), end: next };
    chunks.push(bytes.subarray(dataStart, dataStart + size));
    at = next;
  }
}

/** Few files are reconciled at a time, and cases send many at once. */
export const isBusyWithFiles = ({ status, text }: HttpResponse): boolean =>
  status === 503 && text.includes('Too many files are being reconciled.');
