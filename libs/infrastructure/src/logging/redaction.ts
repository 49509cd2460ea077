const SECRET_NAMES: ReadonlySet<string> = new Set(
  `authorization cookie password password_hash passwordhash secret token access_token accesstoken
   refresh_token refreshtoken key api_key apikey jwtsecret card card_number cardnumber cvc number
   parameters body`.split(/\s+/),
);

const MAX_DEPTH = 4;

/** A copy of what is about to be logged, without what must never be. Plain values pass untouched. */
export function redact(facts: Record<string, unknown>, depth = 1): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(facts))
    clean[name] = SECRET_NAMES.has(name.toLowerCase()) ? '[redacted]' : cleaned(value, depth);
  return clean;
}

function cleaned(value: unknown, depth: number): unknown {
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value)) return value;
  if (depth === MAX_DEPTH) return '[too deep]';
  return isList ? value.map((item: unknown) => cleaned(item, depth + 1)) : redact(value, depth + 1);
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isErrorLike(value);

/** By its looks rather than by its class: errors of the platform may come from another realm. */
const isErrorLike = (value: unknown): value is Error =>
  typeof value === 'object' && value !== null && 'message' in value && 'stack' in value;

export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
  /** Of several things that failed together, the first ones. */
  readonly errors?: readonly LoggedError[];
}

/** Whoever wraps an error has a reason to; a chain that is longer than this has none. */
const MAX_CAUSES = 3;
const MAX_ERRORS = 5;

/**
 * What is logged of an error: never its other fields, since those of the database driver repeat the values of the
 * statement. Its messages can quote them too, so of a database error only the SQLSTATE and the frames are kept.
 */
export function describeError(error: unknown, causes = MAX_CAUSES): LoggedError {
  if (!isErrorLike(error)) return { type: typeof error, message: 'something that is no Error was thrown' };
  const code = textOf(error, 'code');
  // What the server sent has a severity; EPIPE has none, though it has the shape of a SQLSTATE.
  const fromDatabase = 'query' in error || 'driverError' in error || 'severity' in error;
  const constraint = textOf(error, 'constraint');
  const stack = fromDatabase ? framesOf(error) : error.stack;
  return {
    type: error.name,
    message: fromDatabase ? `SQLSTATE ${code ?? 'unknown'}` : error.message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(stack === undefined ? {} : { stack }),
    ...(causes > 0 && behind(error, causes - 1)),
  };
}

function behind(error: Error & { errors?: unknown }, causes: number): Pick<LoggedError, 'cause' | 'errors'> {
  const several = Array.isArray(error.errors) ? error.errors.slice(0, MAX_ERRORS) : [];
  return {
    ...(isErrorLike(error.cause) && { cause: describeError(error.cause, causes) }),
    ...(several.length > 0 && { errors: several.map((one: unknown) => describeError(one, causes)) }),
  };
}

function textOf(error: object, name: string): string | undefined {
  const value = (error as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

const framesOf = (error: Error): string | undefined =>
  error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
