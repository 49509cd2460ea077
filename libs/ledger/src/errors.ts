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
export const accountBusyError = (): DomainError<LedgerCode> =>
  refusal(
    'unavailable',
    'The account is busy with another operation. Nothing was changed. Try again shortly.',
  );

export const queueFullError = (): DomainError<LedgerCode> =>
  refusal('unavailable', 'Too many requests are waiting. Try again shortly.');

export const shuttingDownError = (): DomainError<LedgerCode> =>
  refusal('unavailable', 'The service is shutting down.');

/** Reports are computed from columns that earlier releases did not fill. */
export const notNumberedError = (): DomainError<LedgerCode> =>
  refusal(
    'conflict',
    'The entries and events of an earlier release are not prepared for reports yet. An operator has to run florin backfill.',
  );

/** Unless it is a `DomainError`, the database is unavailable, for every account. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'unavailable';
