import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { type EncryptedSecret, WebhookSecrets } from '@florin/webhooks';
import { SECRET_PREFIX } from './sign-message.js';

const CIPHER = 'aes-256-gcm';
const SECRET_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Stored as the base64 of the initialization vector, the encrypted secret and the authentication tag. */
export class EncryptedWebhookSecrets extends WebhookSecrets {
  constructor(private readonly key: KeyObject) {
    super();
  }

  create(): EncryptedSecret {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, iv, { authTagLength: TAG_BYTES });
    const encrypted = Buffer.concat([cipher.update(randomBytes(SECRET_BYTES)), cipher.final()]);
    return Buffer.concat([iv, encrypted, cipher.getAuthTag()]).toString('base64') as EncryptedSecret;
  }

  reveal(secret: EncryptedSecret): string | undefined {
    const stored = Buffer.from(secret, 'base64');
    if (stored.length !== IV_BYTES + SECRET_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(CIPHER, this.key, stored.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(stored.subarray(-TAG_BYTES));
    try {
      const bytes = [decipher.update(stored.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()];
      return SECRET_PREFIX + Buffer.concat(bytes).toString('base64');
    } catch {
      return undefined;
    }
  }
}
