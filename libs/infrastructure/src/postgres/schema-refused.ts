import { sqlStateOf } from './driver-error.js';
import { DatabaseUnreachable } from './data-source.js';

const IN_USE =
  'Somebody has its tables in use: pg_stat_activity tells who. Nothing is half done; start again when they have finished.';

/** What to do where nothing can be made, by SQLSTATE. */
const ADVICE: Readonly<Record<string, string>> = {
  // Since PostgreSQL 15 a role may make nothing in the schema public of a database that is not its own. What another role
  // has restored there belongs to that one.
  '42501': 'Make the role of DATABASE_URL the owner of its database and of what is in it.',
  '3F000': 'Make the schema that its search_path names, or let it name one that is there.',
  '25006': 'Florin has to write: look for default_transaction_read_only, and whether this is a standby.',
  '55P03': IN_USE,
  '40P01': IN_USE,
};

/** What whoever runs the service is told when tables cannot be made or changed; the error itself if it is another. */
export function toldIfRefused(error: unknown, what: string): unknown {
  const advice = ADVICE[sqlStateOf(error) ?? ''];
  return advice === undefined
    ? error
    : new DatabaseUnreachable(`${what}: ${(error as Error).message}. ${advice}`);
}
