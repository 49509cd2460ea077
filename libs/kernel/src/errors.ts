/**
 * A refusal the domain decided on: a rule said no and nothing was changed. The code is one of the codes the
 * interface documents; the message is for a human reader and may name the field and what it wanted.
 */
export class DomainError<Code extends string = string> extends Error {
  constructor(
    readonly code: Code,
    message: string,
  ) {
    super(message);
    this.name = 'DomainError';
  }
}

/** The codes that more than one library refuses with. */
export type SharedCode = 'invalid_request' | 'not_found' | 'conflict' | 'idempotency_mismatch';

export const invalidRequest = (message: string) => new DomainError('invalid_request', message);
