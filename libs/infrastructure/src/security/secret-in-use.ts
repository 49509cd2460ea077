import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { deriveKey } from './derived-keys.js';

/**
 * Notes at every start which secret this database is used with, and warns when it was another so far. Two instances with
 * different secrets both seem well, but refuse each other's tokens, and tell addresses of payment pages that open nowhere;
 * nobody would think of the one that has another setting than the rest. It is no reason not to start: that is how a
 * secret is changed on purpose.
 */
export async function noteSecretInUse(source: DataSource, secret: string, logger: Logger): Promise<void> {
  const fingerprint = deriveKey(secret, 'fingerprint').export().toString('base64url');
  const [known] = await source.query<{ fingerprint: string; since: Date }[]>(FIND);
  if (known?.fingerprint === fingerprint) return;
  // A database that takes no writes just now is told the next time.
  const noted = await source.query<unknown[]>(NOTE, [fingerprint]).catch(() => undefined);
  // Of several that start at once with a new one, the others find it noted.
  if (known === undefined || noted?.length === 0) return;
  const since = known.since.toISOString();
  logger.warn(
    { since },
    'JWT_SECRET is another than the one that this database was used with so far; all need the same',
  );
}

const FIND = `SELECT fingerprint, since FROM secret_in_use`;

const NOTE = `
  INSERT INTO secret_in_use (fingerprint, since) VALUES ($1, now())
  ON CONFLICT (is_the_one) DO UPDATE SET fingerprint = excluded.fingerprint, since = excluded.since
    WHERE secret_in_use.fingerprint <> excluded.fingerprint
  RETURNING since`;
