import { driverErrorIn } from '../postgres/driver-error.js';
import { translateDatabaseError, Unavailable } from '../postgres/errors.js';

/** Errors whose messages are written for the operator. */
const OWN_ERRORS = ['BadSetting', 'DatabaseUnreachable', 'EmbeddedPostgresError', 'StartFailed'];

export function startFailureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (OWN_ERRORS.includes(error.name)) return error.message;
  // A missing file has the same code as a missing server (ENOENT of a socket).
  if (!('path' in error) && translateDatabaseError(error) instanceof Unavailable) {
    const reason = driverErrorIn(error)?.message;
    const because = reason === undefined ? '' : ` (${reason})`;
    return `The database became unavailable during the start${because}. Start Florin again when it is back.`;
  }
  return error.stack ?? error.message;
}
