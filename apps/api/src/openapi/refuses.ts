import type { OperationName } from '@florin/identity';
import { ApiExtension } from '@nestjs/swagger';
import type { StatusOverrides } from '../common/errors/answer.js';
import type { ErrorCode } from '../common/errors/codes.js';

// Notes that decorators leave on an operation for whoever finishes the document, who takes most of them off again.
export const OPERATION_NOTE = 'x-operation';
export const REFUSES_NOTE = 'x-refuses';
export const STATUSES_NOTE = 'x-status-overrides';

export interface OperationNotes {
  [OPERATION_NOTE]?: OperationName;
  [REFUSES_NOTE]?: readonly ErrorCode[];
  [STATUSES_NOTE]?: StatusOverrides;
}

/** The error codes of the domain. Those of the token, the body, the path and the idempotency key come from `refusalsOf`. */
export const Refuses = (...codes: ErrorCode[]): MethodDecorator => ApiExtension(REFUSES_NOTE, codes);
