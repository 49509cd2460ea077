/** What a command ends with, as a shell understands it. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
  pipeClosed: 141,
} as const;

/** The command line itself makes no sense. Its message says what would. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command made sense and could not be done. Its message is the one line that the operator reads. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Errors of ours, whose messages are written for whoever sits at the terminal. */
const OWN_ERRORS: ReadonlySet<string> = new Set([
  'UsageError',
  'Failure',
  'BadSetting',
  'DomainError',
  'DatabaseUnreachable',
  'EmbeddedPostgresError',
]);

/** One line for the terminal, whatever was thrown. */
export function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'unavailable') {
    return 'the database went away or did not answer in time; nothing more was done';
  }
  const words = OWN_ERRORS.has(error.name) ? error.message : `unexpected error: ${error.message}`;
  return words.replace(/\s+/g, ' ').trim();
}

/** Known by its name: the class lives with the database, which help and completion have no use for. */
export const isInterruption = (error: unknown): boolean =>
  error instanceof Error && error.name === 'Interrupted';
