import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { ApiKeySecrets } from '@florin/identity';
import { type ApiKeyId, uuidFromId } from '@florin/kernel';

export const API_KEY_PREFIX = 'flk_';

/**
 * Keys are derived from their ids, so that a repeated request can be answered with the same key. They are known again
 * by their digest alone, and so outlive a change of the secret they were derived from.
 */
export class DerivedApiKeys extends ApiKeySecrets {
  constructor(private readonly key: KeyObject) {
    super();
  }

  keyOf(id: ApiKeyId): string {
    return API_KEY_PREFIX + createHmac('sha256', this.key).update(uuidFromId(id)).digest('base64url');
  }

  /** A key has 256 bits of its own, so that a fast digest cannot be guessed back. */
  digestOf(key: string): string {
    return createHash('sha256').update(key).digest('base64url');
  }
}
