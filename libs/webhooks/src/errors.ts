import { DomainError, type SharedCode } from '@florin/kernel';

/** Error codes of this library. */
export type WebhooksCode = SharedCode | 'account_not_found';

export const refusal = (code: WebhooksCode, message: string): DomainError<WebhooksCode> =>
  new DomainError(code, message);
