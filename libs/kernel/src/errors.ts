/** A business rule rejected the operation, and nothing was changed. The code is one of the API's error codes. */
export class DomainError<Code extends string = string> extends Error {
  constructor(
    readonly code: Code,
    message: string,
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

export type SharedCode = 'invalid_request' | 'not_found' | 'conflict' | 'idempotency_mismatch';

export const invalidRequest = (message: string) => new DomainError('invalid_request', message);
