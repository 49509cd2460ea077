export type { CallOptions, CreateOptions, Schemas } from './call.js';
export type { SessionTokens } from './credentials.js';
export { type ErrorCode, type ErrorFacts, FlorinError } from './errors.js';
export { Florin, type FlorinOptions } from './florin.js';
export type { RetryOptions } from './retry.js';
export type { components, operations, paths } from './schema.js';
