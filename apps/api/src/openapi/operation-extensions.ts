import type { OperationName } from '@florin/identity';
import { ApiExtension } from '@nestjs/swagger';
import type { StatusOverrides } from '../common/errors/error-response.js';
import type { ErrorCode } from '../common/errors/codes.js';

// Decorators add these extensions to an operation for `finishOperation`, which removes all but the first.
export const OPERATION_EXTENSION = 'x-operation';
export const ERROR_CODES_EXTENSION = 'x-error-codes';
export const STATUS_OVERRIDES_EXTENSION = 'x-status-overrides';

export interface OperationExtensions {
  [OPERATION_EXTENSION]?: OperationName;
  [ERROR_CODES_EXTENSION]?: readonly ErrorCode[];
  [STATUS_OVERRIDES_EXTENSION]?: StatusOverrides;
}

/** The error codes of the domain. `errorsByStatus` adds those of the token, the body, the path and the idempotency key. */
export const ApiErrorCodes = (...codes: ErrorCode[]): MethodDecorator =>
  ApiExtension(ERROR_CODES_EXTENSION, codes);
