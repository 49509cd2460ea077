const SECRET_NAMES: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'password',
  'password_hash',
  'passwordhash',
  'secret',
  'token',
  'access_token',
  'accesstoken',
  'refresh_token',
  'refreshtoken',
  'key',
  'api_key',
  'apikey',
  'jwtsecret',
  'card',
  'card_number',
  'cardnumber',
  'cvc',
  'number',
  'parameters',
  'body',
]);

const MAX_DEPTH = 4;

/** A copy of what is about to be logged, without what must never be. Plain values pass untouched. */
export function redact(facts: Record<string, unknown>, depth = 1): Record<string, unknown> {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(facts)) {
    if (SECRET_NAMES.has(name.toLowerCase())) clean[name] = '[redacted]';
    else if (!isPlainObject(value)) clean[name] = value;
    else clean[name] = depth < MAX_DEPTH ? redact(value, depth + 1) : '[too deep]';
  }
  return clean;
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
}

/** Whoever wraps an error has a reason to; a chain that is longer than this has none. */
const MAX_CAUSES = 3;

/**
 * What is logged of an error: never its other fields, since those of the database driver repeat the values of the
 * statement. Its messages can quote them too, so of a database error only the SQLSTATE and the frames are kept.
 */
export function describeError(error: unknown, causes = MAX_CAUSES): LoggedError {
  if (!isErrorLike(error)) return { type: typeof error, message: 'something that is no Error was thrown' };
  const code = textOf(error, 'code');
  const fromDatabase =
    'query' in error || 'driverError' in error || (code !== undefined && /^[0-9A-Z]{5}$/.test(code));
  const constraint = textOf(error, 'constraint');
  const stack = fromDatabase ? framesOf(error) : error.stack;
  return {
    type: error.name,
    message: fromDatabase ? `SQLSTATE ${code ?? 'unknown'}` : error.message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(stack === undefined ? {} : { stack }),
    ...(causes > 0 && isErrorLike(error.cause) ? { cause: describeError(error.cause, causes - 1) } : {}),
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
