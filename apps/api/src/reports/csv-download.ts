import { Readable } from 'node:stream';
import { translateDatabaseError } from '@florin/infrastructure';
import { StreamableFile } from '@nestjs/common';
import { MEDIA_TYPES } from './response-format.js';

export type OnFault = (error: unknown) => void;

/**
 * Reads the first batch of rows when the client reads the stream, and stops when the client disconnects. An error ends the
 * stream, and so the connection, because the status is already sent.
 */
export function csvDownload(rows: AsyncIterable<string>, filename: string, onFault: OnFault): StreamableFile {
  const stream = Readable.from(rows, { highWaterMark: 1 });
  stream.once('error', (error) => {
    onFault(translateDatabaseError(error));
  });
  return new StreamableFile(stream, {
    type: `${MEDIA_TYPES.csv}; charset=utf-8; header=present`,
    disposition: `attachment; filename="${filename}"`,
  });
}
