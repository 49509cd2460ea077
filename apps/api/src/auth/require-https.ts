import type { FastifyRequest } from 'fastify';
import { ApiError } from '../common/errors/api-error.js';
import { isSecureRequest } from './secure-request.js';
import type { Settings } from '../config/settings.js';

/** Called by every operation that accepts a password: in production, passwords must be encrypted in transit. */
export function requireHttps(request: FastifyRequest, { production }: Settings): void {
  if (production && !isSecureRequest(request))
    throw new ApiError('invalid_request', 'Passwords are accepted only over HTTPS.');
}
