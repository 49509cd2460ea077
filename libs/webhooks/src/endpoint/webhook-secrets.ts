declare const encrypted: unique symbol;
/** A secret as it is stored. */
export type EncryptedSecret = string & { readonly [encrypted]: true };

export abstract class WebhookSecrets {
  /** A new random secret. */
  abstract create(): EncryptedSecret;

  /** `whsec_` and the base64 of 32 bytes, as the receiver needs it. Undefined if it was encrypted with another key. */
  abstract reveal(secret: EncryptedSecret): string | undefined;
}
