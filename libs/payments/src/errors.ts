import { DomainError, type SharedCode } from '@florin/kernel';

/** Error codes of this library. */
export type PaymentsCode = SharedCode | 'account_not_found' | 'insufficient_funds' | 'not_cancellable';

export const refusal = (code: PaymentsCode, message: string): DomainError<PaymentsCode> =>
  new DomainError(code, message);
