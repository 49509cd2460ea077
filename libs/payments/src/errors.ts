import { DomainError, type SharedCode } from '@florin/kernel';

/** Every code this library refuses with. */
export type PaymentsCode = SharedCode | 'account_not_found' | 'not_cancellable';

export const refusal = (code: PaymentsCode, message: string): DomainError<PaymentsCode> =>
  new DomainError(code, message);
