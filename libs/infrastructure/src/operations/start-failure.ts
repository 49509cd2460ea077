import { driverErrorIn } from '../postgres/driver-error.js';
import { translateDatabaseError, Unavailable } from '../postgres/errors.js';

/** Errors of ours, whose messages are written for whoever starts the service. */
const OWN_ERRORS: ReadonlySet<string> = new Set([
  'BadSetting',
  'DatabaseUnreachable',
  'EmbeddedPostgresError',
  'StartFailed',
]);

/** What ended a start: one line where it is known what to do about it, and where it came from otherwise. */
export function wordsOfFailedStart(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (OWN_ERRORS.has(error.name)) return error.message;
  // A file that is not there has the same code as a server that is not.
  if (!('path' in error) && translateDatabaseError(error) instanceof Unavailable) {
    const reason = driverErrorIn(error)?.message;
    const because = reason === undefined ? '' : ` (${reason})`;
    return `The database went away during the start or did not answer in time${because}. Start again when it is back.`;
  }
  return error.stack ?? error.message;
}
