import { DomainError, type SharedCode } from '@florin/kernel';

export const refusal = (code: SharedCode, message: string): DomainError<SharedCode> =>
  new DomainError(code, message);
