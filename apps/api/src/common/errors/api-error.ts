import { type ErrorCode, STATUS } from './codes.js';

export interface ErrorResponse {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * An error of the HTTP layer; the libraries throw `DomainError`. It can override the status of its code and add response
 * headers.
 */
export class ApiError extends Error implements ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: ErrorCode,
    message: string,
    extras: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = extras.status ?? STATUS[code];
    this.headers = extras.headers ?? {};
  }
}

export const rateLimited = (message: string, retryAfterSeconds: number): ApiError =>
  new ApiError('rate_limited', message, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });
