import { createHmac } from 'node:crypto';

export const SECRET_PREFIX = 'whsec_';

/**
 * A signature as Standard Webhooks defines it: `v1,` and the base64 of an HMAC-SHA256. `timestamp` is in seconds. Several
 * signatures of a message are separated by a space.
 */
export function signMessage(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
