export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
  pipeClosed: 141,
} as const;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Errors whose messages are written for the operator. */
const OWN_ERRORS: ReadonlySet<string> = new Set([
  'UsageError',
  'Failure',
  'BadSetting',
  'DomainError',
  'DatabaseUnreachable',
  'CannotDistribute',
  'EmbeddedPostgresError',
]);

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'OutcomeUnknown') {
    return 'unknown outcome: the connection was lost during COMMIT; check whether the change was saved';
  }
  if ('code' in error && error.code === 'unavailable' && error.name !== 'DomainError') {
    return 'the database is unavailable or did not respond in time';
  }
  const message = OWN_ERRORS.has(error.name) ? error.message : `unexpected error: ${error.message}`;
  return message.replace(/\s+/g, ' ').trim();
}

// By name, because help and completion do not load the classes.
const INTERRUPTIONS: ReadonlySet<string> = new Set(['Interrupted', 'ExitPromptError', 'AbortPromptError']);

export const isInterruption = (error: unknown): boolean =>
  error instanceof Error && INTERRUPTIONS.has(error.name);
