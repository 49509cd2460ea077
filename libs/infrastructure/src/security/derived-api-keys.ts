import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { ApiKeySecrets } from '@florin/identity';
import { type ApiKeyId, uuidFromId } from '@florin/kernel';

export const API_KEY_PREFIX = 'flk_';

/** Derived from ids, so that a repeated request returns the same key. Found by digest: a new secret does not revoke them. */
export class DerivedApiKeys extends ApiKeySecrets {
  constructor(private readonly key: KeyObject) {
    super();
  }

  keyOf(id: ApiKeyId): string {
    return API_KEY_PREFIX + createHmac('sha256', this.key).update(uuidFromId(id)).digest('base64url');
  }

  /** A fast digest is enough for a key of 256 bits. */
  digestOf(key: string): string {
    return createHash('sha256').update(key).digest('base64url');
  }
}
