import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../common/errors/api-error.js';
import { NOT_FILE, TOO_LARGE } from '../common/errors/error-response.js';

const FILE_TYPE = /^(text\/csv|application\/xml|text\/xml)(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

export const isFileType = (contentType: string | undefined): boolean => FILE_TYPE.test(contentType ?? '');

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
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // The connection is still needed for the response.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ApiError) {
      body.resume();
      throw error;
    }
    throw new ApiError('invalid_request', 'The connection was closed before the request was complete.');
  }
  return Buffer.concat(chunks);
}

const tooLarge = (): ApiError => new ApiError('invalid_request', TOO_LARGE, { status: 413 });
