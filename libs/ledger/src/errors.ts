import { DomainError, type SharedCode } from '@florin/kernel';

/** Every code the ledger refuses with. */
export type LedgerCode =
  SharedCode | 'currency_mismatch' | 'insufficient_funds' | 'not_cancellable' | 'unavailable';

export const refusal = (code: LedgerCode, message: string): DomainError<LedgerCode> =>
  new DomainError(code, message);

/** Whether a rule said no, as opposed to something having gone wrong. */
export const isRefusal = (error: unknown): error is DomainError => error instanceof DomainError;

/** Of a command whose balance stayed locked by another SQL transaction. */
export const accountIsBusy = (): DomainError<LedgerCode> =>
  refusal('unavailable', 'The account is busy with something else. Nothing was done; try again shortly.');

export const tooManyWaiting = (): DomainError<LedgerCode> =>
  refusal('unavailable', 'Too many requests are waiting. Try again shortly.');

/** Whether something cannot be had just now; if it is no refusal, that is the store, for every account. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'unavailable';
