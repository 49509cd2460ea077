import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../common/errors/api-error.js';
import { NOT_FILE, TOO_LARGE } from '../common/errors/error-response.js';

const FILE_TYPE = /^(text\/csv|application\/xml|text\/xml)(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

export const isFileType = (contentType: string | undefined): boolean => FILE_TYPE.test(contentType ?? '');

const MAX_PAUSE_MS = 2_000;

/** As sent, in lower case and without parameters. */
export const mediaTypeOf = ({ headers }: FastifyRequest): string =>
  FILE_TYPE.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? '';

/**
 * Reads the body of an `@AcceptsFileBody` route. It is not read before, so that files of callers without permission and files that
 * wait for their turn take no memory.
 */
export async function readFileBody({ body, headers }: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (!(body instanceof Readable)) throw new ApiError('invalid_request', NOT_FILE, { status: 415 });
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new ApiError('invalid_request', 'The body must be sent without a content encoding.', {
      status: 415,
    });
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  try {
    return await receive(body, maxBytes);
  } catch (error) {
    if (!(error instanceof ApiError))
      throw new ApiError('invalid_request', 'The connection was closed before the request was complete.');
    body.resume();
    throw error;
  }
}

async function receive(body: Readable, maxBytes: number): Promise<Buffer> {
  // The connection is still needed for the response.
  const parts = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, void>;
  const chunks: Buffer[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await withoutPause(parts.next());
    if (done === true) return Buffer.concat(chunks);
    length += value.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(value);
  }
}

/** Other callers wait for this file. */
async function withoutPause<Part>(part: Promise<Part>): Promise<Part> {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(tooSlow());
    }, MAX_PAUSE_MS);
  });
  try {
    return await Promise.race([part, pause]);
  } finally {
    clearTimeout(timer);
  }
}

const tooSlow = (): ApiError =>
  new ApiError(
    'invalid_request',
    `The file was not received: no data arrived for ${MAX_PAUSE_MS / 1000} seconds.`,
    {
      status: 408,
      headers: { connection: 'close' },
    },
  );

const tooLarge = (): ApiError => new ApiError('invalid_request', TOO_LARGE, { status: 413 });
