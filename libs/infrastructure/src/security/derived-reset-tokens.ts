import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { PasswordResetTokens } from '@florin/identity';
import { idFromUuid, type PasswordResetId, uuidFromId } from '@florin/kernel';

const ID_BYTES = 16;
/** 192 bits: short enough for a link, and not guessable. */
const MAC_BYTES = 24;

/** A token is the uuid of the reset and an HMAC of it, so tokens are not stored, and a new secret voids all of them. */
export class DerivedResetTokens extends PasswordResetTokens {
  constructor(private readonly key: KeyObject) {
    super();
  }

  tokenOf(id: PasswordResetId): string {
    const uuid = Buffer.from(uuidFromId(id).replaceAll('-', ''), 'hex');
    return Buffer.concat([uuid, this.macOf(uuid)]).toString('base64url');
  }

  read(token: string): PasswordResetId | undefined {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== ID_BYTES + MAC_BYTES) return undefined;
    const uuid = bytes.subarray(0, ID_BYTES);
    if (!timingSafeEqual(this.macOf(uuid), bytes.subarray(ID_BYTES))) return undefined;
    const hex = uuid.toString('hex');
    const id = idFromUuid('pwr', hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
    // base64url has several encodings of the same bytes; only the issued one is valid.
    return this.tokenOf(id) === token ? id : undefined;
  }

  private macOf(uuid: Buffer): Buffer {
    return createHmac('sha256', this.key).update(uuid).digest().subarray(0, MAC_BYTES);
  }
}
