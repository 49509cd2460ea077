import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { deriveKey } from './derived-keys.js';

/** Warns when the secret has changed: instances with different secrets refuse each other's tokens and payment pages. */
export async function recordSecretFingerprint(
  source: DataSource,
  secret: string,
  logger: Logger,
): Promise<void> {
  const fingerprint = deriveKey(secret, 'fingerprint').export().toString('base64url');
  const [known] = await source.query<{ fingerprint: string; since: Date }[]>(FIND);
  if (known?.fingerprint === fingerprint) return;
  const stored = await source.query<unknown[]>(UPSERT, [fingerprint]).catch(() => undefined);
  // Of several instances that start at once with a new secret, one stores it and warns.
  if (known === undefined || stored?.length === 0) return;
  const since = known.since.toISOString();
  logger.warn(
    { since },
    'JWT_SECRET is another than the one that this database was used with so far; all need the same',
  );
}

const FIND = `SELECT fingerprint, since FROM secret_in_use`;

const UPSERT = `
  INSERT INTO secret_in_use (fingerprint, since) VALUES ($1, now())
  ON CONFLICT (is_the_one) DO UPDATE SET fingerprint = excluded.fingerprint, since = excluded.since
    WHERE secret_in_use.fingerprint <> excluded.fingerprint
  RETURNING since`;
