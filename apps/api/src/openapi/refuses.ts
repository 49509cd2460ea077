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

/**
 * Tells the document which codes the domain behind a handler refuses with. What follows from the token, the body, the
 * address or the idempotency key is known already: see `refusalsOf`.
 */
export const Refuses = (...codes: ErrorCode[]): MethodDecorator => ApiExtension(REFUSES_NOTE, codes);
