import { DomainError, type SharedCode } from '@florin/kernel';

export type LedgerCode =
  | SharedCode
  | 'batch_failed'
  | 'currency_mismatch'
  | 'forbidden'
  | 'insufficient_funds'
  | 'not_cancellable'
  | 'unavailable';

export const refusal = (code: LedgerCode, message: string): DomainError<LedgerCode> =>
  new DomainError(code, message);

export const isRefusal = (error: unknown): error is DomainError => error instanceof DomainError;

/** The balance stayed locked by another SQL transaction for too long. */
export const accountIsBusy = (): DomainError<LedgerCode> =>
  refusal(
    'unavailable',
    'The account is busy with another operation. Nothing was changed. Try again shortly.',
  );

export const tooManyWaiting = (): DomainError<LedgerCode> =>
  refusal('unavailable', 'Too many requests are waiting. Try again shortly.');

/** Unless it is a `DomainError`, the database is unavailable, for every account. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'unavailable';
