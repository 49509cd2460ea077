import cookie from '@fastify/cookie';
import {
  ANONYMOUS,
  type EndSessionByToken,
  type LoggedIn,
  type LogIn,
  nameOf,
  type RefreshSession,
} from '@florin/identity';
import { type Clock, DomainError } from '@florin/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { callerOf } from '../auth/caller.js';
import type { LoginLimits } from '../auth/limits/login-limits.js';
import { requireHttps } from '../auth/require-https.js';
import { ApiError } from '../common/errors/api-error.js';
import { sendError } from '../common/errors/error.filter.js';
import { NOT_JSON, type StatusOverrides } from '../common/errors/error-response.js';
import { EmptyBody, EmptyQuery } from '../common/validation/empty.dto.js';
import { RequestValidationPipe } from '../common/validation/request-validation.pipe.js';
import type { PublicAddress } from '../config/public-address.js';
import type { Settings } from '../config/settings.js';
import { LogInDto, tokensBody } from '../identity/auth.dto.js';
import { userBody } from '../identity/user.dto.js';
import { isFromOwnScript } from '../pages/same-origin.js';
import { SessionCookie } from './session-cookie.js';

interface SessionPorts {
  readonly logIn: LogIn;
  readonly refresh: RefreshSession;
  readonly end: EndSessionByToken;
  readonly logins: LoginLimits;
  readonly address: PublicAddress;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** For a suspended user: 401 would mean that another token helps. */
const LIKE_AUTH_REFRESH: object = { statuses: { unauthorized: 403 } satisfies StatusOverrides };

const pipe = new RequestValidationPipe();

/** The session of a browser. Its refresh token is only in a cookie, which no script can read. */
export const sessionRoutes =
  (ports: SessionPorts) =>
  async (instance: FastifyInstance): Promise<void> => {
    await instance.register(cookie);
    const session = new SessionCookie(ports.address);
    instance.setErrorHandler((error, request, reply) => {
      sendError(error, request, reply, ports.logger);
      return reply;
    });
    instance.addHook('onRequest', async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      await checkRequest(request, ports);
    });
    instance.post('/', (request, reply) => logIn(request, reply, session, ports));
    instance.post('/refresh', { config: LIKE_AUTH_REFRESH }, (request, reply) =>
      refresh(request, reply, session, ports),
    );
    instance.delete('/', (request, reply) => logOut(request, reply, session, ports));
  };

/** Against CSRF, in addition to SameSite: a form cannot send JSON, and another origin needs a permission that it never gets. */
async function checkRequest(request: FastifyRequest, { address }: SessionPorts): Promise<void> {
  request.principalId = nameOf(ANONYMOUS);
  if (!isFromOwnScript(request, address.url))
    throw new ApiError('forbidden', 'The request was not sent by a page of this service.');
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new ApiError('invalid_request', NOT_JSON, { status: 415 });
  await pipe.transform(request.query, { type: 'query', metatype: EmptyQuery });
}

async function logIn(
  request: FastifyRequest,
  reply: FastifyReply,
  session: SessionCookie,
  ports: SessionPorts,
): Promise<object> {
  const { email: login, password } = await bodyOf(request, LogInDto);
  requireHttps(request, ports.settings);
  const caller = callerOf(request);
  const attempt = { address: caller.address, login };
  const loggedIn = await ports.logins.run(attempt, () => ports.logIn.execute(caller, { login, password }));
  // The new cookie replaces the only copy of this token: the browser could not end that session any more.
  const replaced = session.read(request);
  if (replaced !== undefined) await ports.end.execute(caller, replaced);
  return respond(request, reply, session, loggedIn, ports);
}

async function refresh(
  request: FastifyRequest,
  reply: FastifyReply,
  session: SessionCookie,
  ports: SessionPorts,
): Promise<object> {
  await bodyOf(request, EmptyBody);
  const token = session.read(request);
  try {
    if (token === undefined) throw new ApiError('invalid_grant', 'There is no session. Log in.');
    const refreshed = await ports.refresh.execute(callerOf(request), token);
    return respond(request, reply, session, refreshed, ports);
  } catch (error) {
    // A suspended user keeps the session, which works again after a reactivation.
    if (isInvalidGrant(error)) session.clear(request, reply);
    throw error;
  }
}

const isInvalidGrant = (error: unknown): boolean =>
  (error instanceof ApiError || error instanceof DomainError) && error.code === 'invalid_grant';

async function logOut(
  request: FastifyRequest,
  reply: FastifyReply,
  session: SessionCookie,
  ports: SessionPorts,
): Promise<FastifyReply> {
  await bodyOf(request, EmptyBody);
  const token = session.read(request);
  if (token !== undefined) await ports.end.execute(callerOf(request), token);
  session.clear(request, reply);
  return reply.code(204).send();
}

/** Everything that a page needs after a login or a reload, without the refresh token. */
function respond(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: SessionCookie,
  { tokens, user, session }: LoggedIn,
  { clock }: SessionPorts,
): object {
  cookie.write(request, reply, tokens.refreshToken, session, clock.now());
  const { refresh_token: _, ...body } = tokensBody(tokens);
  return { ...body, session_id: session.id, user: userBody(user) };
}

const bodyOf = async <Body>(request: FastifyRequest, metatype: new () => Body): Promise<Body> =>
  (await pipe.transform(request.body ?? {}, { type: 'body', metatype })) as Body;
