import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** One key per use, so that a token for one use is not valid for another. */
export type KeyUse =
  | 'refresh token'
  | 'api key'
  | 'idempotency fingerprint'
  | 'login limit'
  | 'card limit'
  | 'payment page'
  | 'webhook secret'
  | 'password reset'
  | 'password reset limit'
  | 'fingerprint';

const KEY_BYTES = 32;

export const deriveKey = (secret: string, use: KeyUse): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `florin ${use}`, KEY_BYTES)));
