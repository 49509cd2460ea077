import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { type PaymentRequestId, uuidFromId } from '@florin/kernel';
import { PageSecrets } from '@florin/payments';

/** 192 bits: short, but not guessable. */
const SECRET_BYTES = 24;

export class DerivedPageSecrets extends PageSecrets {
  constructor(private readonly key: KeyObject) {
    super();
  }

  secretOf(id: PaymentRequestId): string {
    const mac = createHmac('sha256', this.key).update(uuidFromId(id)).digest();
    return mac.subarray(0, SECRET_BYTES).toString('base64url');
  }

  digestOf(secret: string): string {
    return pageDigestOf(secret);
  }
}

/** Without the key, so that URLs stay valid when the key changes. */
export const pageDigestOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');
