import {
  type OpenPasswordReset,
  PasswordRefused,
  type OpenPasswordLink,
  type ResetPassword,
} from '@florin/identity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { callerOf } from '../../auth/caller.js';
import type { ResetLimits } from '../../auth/limits/reset-limits.js';
import { ApiError } from '../../common/errors/api-error.js';
import type { PublicAddress } from '../../config/public-address.js';
import { COMMON_ASSETS, COMMON_PATHS, serveAssets } from '../../pages/assets.js';
import { acceptOnlyForms, fieldsOf } from '../../pages/forms.js';
import { documentOf } from '../../pages/layout.js';
import { errorPage, messagePage } from '../../pages/messages.js';
import { PAGE_HEADERS } from '../../pages/page-headers.js';
import { languageRequestOf, recordError, rejectInsecureRequest } from '../../pages/requests.js';
import { isFromOwnPage } from '../../pages/same-origin.js';
import { donePage, formPage, type RenderedPage } from './page.js';
import { LANGUAGES } from './texts/languages.js';
import type { FormProblem, ResetTexts } from './texts/texts.js';

interface ResetPagePorts {
  readonly open: OpenPasswordReset;
  readonly reset: ResetPassword;
  readonly limits: Pick<ResetLimits, 'takeForm'>;
  readonly address: PublicAddress;
  readonly logger: Logger;
  /** HTTPS is required. */
  readonly production: boolean;
}

type ResetRequest = FastifyRequest<{ Params: { token: string } }>;

/** The page below `/reset` that sets a new password. GET does not use up the link, because mail scanners open links. */
export const resetPages =
  (ports: ResetPagePorts) =>
  (instance: FastifyInstance, _: object, done: () => void): void => {
    acceptOnlyForms(instance);
    serveAssets(instance, COMMON_ASSETS);
    instance.setErrorHandler((error, request, reply) => {
      const { status, headers } = recordError(error, request, ports.logger);
      return sendPage(reply.headers(headers), status, errorPage(status, textsOf(request)));
    });
    const onRequest = rejectInsecureRequest(ports.production, (request, reply) => {
      const texts = textsOf(request);
      void sendPage(reply, 400, messagePage(texts, texts.insecure, 'warn'));
    });
    instance.get('/done', { onRequest }, (request, reply) =>
      sendPage(reply, 200, donePage(textsOf(request))),
    );
    instance.get('/:token', { onRequest }, async (request: ResetRequest, reply) => {
      await openLink(request, ports);
      return sendPage(reply, 200, formPage(textsOf(request)));
    });
    // Some mail programs append a slash to links.
    instance.get('/:token/', { onRequest }, (request: ResetRequest, reply) =>
      redirect(request, reply, 302, `../${encodeURIComponent(request.params.token)}`),
    );
    instance.post('/:token', { onRequest }, (request: ResetRequest, reply) =>
      submitPassword(request, reply, ports),
    );
    done();
  };

async function submitPassword(
  request: ResetRequest,
  reply: FastifyReply,
  ports: ResetPagePorts,
): Promise<FastifyReply> {
  if (!isFromOwnPage(request, ports.address.url))
    throw new ApiError('forbidden', 'The form was sent from another origin.');
  await ports.limits.takeForm(request.ip);
  await openLink(request, ports);
  const fields = fieldsOf(request.body);
  const password = fields.get('password') ?? '';
  const problem =
    password === ''
      ? 'missing'
      : password !== fields.get('repeat')
        ? 'different'
        : await setPassword(request, password, ports);
  if (problem !== undefined) return sendPage(reply, 422, formPage(textsOf(request), problem));
  // Post/Redirect/Get, to a page without the token.
  return redirect(request, reply, 303, 'done');
}

async function setPassword(
  request: ResetRequest,
  password: string,
  { reset }: ResetPagePorts,
): Promise<FormProblem | undefined> {
  try {
    await reset.execute(callerOf(request), request.params.token, password);
    return undefined;
  } catch (error) {
    if (error instanceof PasswordRefused) return error.problem;
    throw error;
  }
}

/** The same page for a link that is unknown, used, superseded or expired, and for a user who is not active. */
async function openLink(request: ResetRequest, { open }: ResetPagePorts): Promise<OpenPasswordLink> {
  const link = await open.byToken(request.params.token);
  if (link === undefined) throw new ApiError('not_found', 'There is no password reset here.');
  request.subjectId = link.user.id;
  return link;
}

const textsOf = (request: FastifyRequest): ResetTexts =>
  LANGUAGES.languageFor(languageRequestOf(request, LANGUAGES)).texts;

function redirect(
  request: FastifyRequest,
  reply: FastifyReply,
  status: 302 | 303,
  path: string,
): FastifyReply {
  const { lang } = languageRequestOf(request, LANGUAGES);
  const location = lang === undefined ? path : `${path}?lang=${lang}`;
  return reply.code(status).headers(PAGE_HEADERS).header('location', location).send();
}

function sendPage(
  reply: FastifyReply,
  status: number,
  { texts, title, content }: RenderedPage,
): FastifyReply {
  const document = documentOf({ texts, title, content, root: '' }, COMMON_PATHS);
  return reply.code(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(document);
}
