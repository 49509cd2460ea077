import { FlorinError, type User } from '@florin/client';
import { consoleUrl } from './addresses.js';

/** The refresh token is in a cookie that scripts cannot read. */
export interface ConsoleSession {
  readonly access_token: string;
  readonly expires_in: number;
  readonly user: User;
}

export interface SignInForm {
  readonly email: string;
  readonly password: string;
}

const FIRST_REFRESH_MS = 3_000;

/** No response, an incomplete one, or one of a gateway. */
const isLost = (error: unknown): boolean =>
  error instanceof FlorinError && (error.status < 300 || error.status >= 502);

export const signIn = (form: SignInForm): Promise<ConsoleSession> => send('POST', '', form);

/**
 * The service answers a used refresh token again for ten seconds, and then treats it as stolen. So a refresh whose
 * response is lost is repeated within that time.
 */
export const refreshSession = (): Promise<ConsoleSession> =>
  send('POST', '/refresh', {}, AbortSignal.timeout(FIRST_REFRESH_MS)).catch((error: unknown) => {
    if (!isLost(error)) throw error;
    return send('POST', '/refresh');
  });

export const endSession = (): Promise<unknown> => send('DELETE', '');

async function send(
  method: string,
  path: string,
  body: object = {},
  signal?: AbortSignal,
): Promise<ConsoleSession> {
  const response = await fetch(new URL(`session${path}`, consoleUrl), {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    throw new FlorinError('The service cannot be reached.', { code: 'network_error', status: 0, cause });
  });
  if (response.status === 204) return undefined as never;
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok || answer === undefined) throw errorOf(answer, response);
  return answer as ConsoleSession;
}

function errorOf(answer: unknown, { status }: Response): FlorinError {
  const { error = 'unexpected_response', message = `Unexpected response (${String(status)}).` } = (answer ??
    {}) as { error?: FlorinError['code']; message?: string };
  return new FlorinError(message, { code: error, status });
}
