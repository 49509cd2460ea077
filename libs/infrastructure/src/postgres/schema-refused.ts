import { sqlStateOf } from './driver-error.js';
import { DatabaseUnreachable } from './data-source.js';

const NOT_PERMITTED = '42501';

/**
 * What whoever runs the service is told when the role may not make what is wanted; the error itself if it is another. Since
 * PostgreSQL 15 a role may make nothing in the schema public of a database that is not its own.
 */
export const toldIfNotPermitted = (error: unknown, what: string): unknown =>
  sqlStateOf(error) === NOT_PERMITTED
    ? new DatabaseUnreachable(
        `${what}: ${(error as Error).message}. Make the role of DATABASE_URL the owner of its database.`,
      )
    : error;
