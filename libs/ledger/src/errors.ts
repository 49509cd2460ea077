import { DomainError, type SharedCode } from '@florin/kernel';

/** Every code the ledger refuses with. */
export type LedgerCode =
  SharedCode | 'currency_mismatch' | 'insufficient_funds' | 'not_cancellable' | 'unavailable';

export const refusal = (code: LedgerCode, message: string): DomainError<LedgerCode> =>
  new DomainError(code, message);

/** Whether a rule said no, as opposed to something having gone wrong. */
export const isRefusal = (error: unknown): error is DomainError => error instanceof DomainError;

/** What a command is told that waited for its book, or for a place to wait for it, in vain. */
export const accountIsBusy = (): DomainError<LedgerCode> =>
  refusal('unavailable', 'The account is busy with something else. Nothing was done; try again shortly.');

/** Whether something cannot be had just now; if it is no refusal, that is the store, for every account. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'unavailable';
