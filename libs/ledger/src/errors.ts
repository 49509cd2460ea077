import { DomainError, type SharedCode } from '@florin/kernel';

/** Every code the ledger refuses with. */
export type LedgerCode =
  SharedCode | 'currency_mismatch' | 'insufficient_funds' | 'not_cancellable' | 'unavailable';

export const refusal = (code: LedgerCode, message: string): DomainError<LedgerCode> =>
  new DomainError(code, message);

/** Whether a rule said no, as opposed to something having gone wrong. */
export const isRefusal = (error: unknown): error is DomainError => error instanceof DomainError;
