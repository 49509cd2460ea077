import { readFileSync } from 'node:fs';

/** Why the embedded server cannot be used, in one line for the user. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** Runs `work`; a failure becomes one line that begins with `what`. */
export function explainFailure<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new EmbeddedPostgresError(`${what}: ${(error as Error).message}`);
  }
}

export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new EmbeddedPostgresError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
