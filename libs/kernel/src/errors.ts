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

/** A limit against abuse is reached. */
export class RateLimited extends DomainError<'rate_limited'> {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super('rate_limited', message);
  }
}

export type SharedCode = 'invalid_request' | 'not_found' | 'conflict' | 'idempotency_mismatch';

export const invalidRequest = (message: string) => new DomainError('invalid_request', message);
