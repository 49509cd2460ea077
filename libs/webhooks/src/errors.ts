import { DomainError, type SharedCode } from '@florin/kernel';

/** Error codes of this library. */
export type WebhooksCode = SharedCode;

export const refusal = (code: WebhooksCode, message: string): DomainError<WebhooksCode> =>
  new DomainError(code, message);
