import type { FastifyRequest } from 'fastify';
import { ApiError } from '../common/errors/api-error.js';
import { isSecureRequest } from './secure-request.js';
import type { Settings } from '../config/settings.js';

/** Asked by whatever takes a password: in production none is taken that others could have read on its way. */
export function requireHttps(request: FastifyRequest, { production }: Settings): void {
  if (production && !isSecureRequest(request))
    throw new ApiError('invalid_request', 'Passwords are only taken over HTTPS.');
}
