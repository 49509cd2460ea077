import { type EncryptedSecret, WebhookSecrets } from '../endpoint/webhook-secrets.js';

const SECRET_BYTES = 32;

/** Secrets of one process, which are not encrypted. */
export class MemoryWebhookSecrets extends WebhookSecrets {
  create(): EncryptedSecret {
    const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
    return `whsec_${btoa(String.fromCharCode(...bytes))}` as EncryptedSecret;
  }

  reveal(secret: EncryptedSecret): string {
    return secret;
  }
}
