import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { deriveKey } from './derived-keys.js';

/** Warns when the secret has changed: instances with different secrets reject each other's tokens and payment pages. */
export async function recordSecretFingerprint(
  source: DataSource,
  secret: string,
  logger: Logger,
): Promise<void> {
  const fingerprint = deriveKey(secret, 'fingerprint').export().toString('base64url');
  const [known] = await source.query<{ fingerprint: string; since: Date }[]>(FIND);
  if (known?.fingerprint === fingerprint) return;
  const stored = await source.query<unknown[]>(UPSERT, [fingerprint]).catch(() => undefined);
  // Of several instances that start with a new secret, only the one that stores it warns.
  if (known === undefined || stored?.length === 0) return;
  const since = known.since.toISOString();
  logger.warn(
    { since },
    'JWT_SECRET differs from the one last used with this database; all instances need the same',
  );
}

const FIND = `SELECT fingerprint, since FROM secret_in_use`;

const UPSERT = `
  INSERT INTO secret_in_use (fingerprint, since) VALUES ($1, now())
  ON CONFLICT (is_the_one) DO UPDATE SET fingerprint = excluded.fingerprint, since = excluded.since
    WHERE secret_in_use.fingerprint <> excluded.fingerprint
  RETURNING since`;
