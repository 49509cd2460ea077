import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { RefreshClaims } from '@florin/identity';
import { idFromUuid, type SessionId, uuidFromId } from '@florin/kernel';

const PREFIX = 'flr_';
const ID_BYTES = 16;
const CLAIM_BYTES = ID_BYTES + 4;
const MAC_BYTES = 32;

/** A token is the session's uuid, a generation and an HMAC of both, so tokens are not stored. */
export class DerivedRefreshTokens {
  constructor(private readonly key: KeyObject) {}

  issue(claims: RefreshClaims): string {
    const bytes = Buffer.alloc(CLAIM_BYTES);
    bytes.write(uuidFromId(claims.sessionId).replaceAll('-', ''), 'hex');
    bytes.writeUInt32BE(claims.generation, ID_BYTES);
    return PREFIX + Buffer.concat([bytes, this.macOf(bytes)]).toString('base64url');
  }

  read(token: string): RefreshClaims | undefined {
    if (!token.startsWith(PREFIX)) return undefined;
    const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url');
    if (bytes.length !== CLAIM_BYTES + MAC_BYTES) return undefined;
    const claims = bytes.subarray(0, CLAIM_BYTES);
    if (!timingSafeEqual(this.macOf(claims), bytes.subarray(CLAIM_BYTES))) return undefined;
    // base64url has several encodings of the same bytes; only the issued one is valid.
    const read = { sessionId: sessionIdIn(claims), generation: claims.readUInt32BE(ID_BYTES) };
    return this.issue(read) === token ? read : undefined;
  }

  private macOf(claims: Buffer): Buffer {
    return createHmac('sha256', this.key).update(claims).digest();
  }
}

function sessionIdIn(claims: Buffer): SessionId {
  const hex = claims.toString('hex', 0, ID_BYTES);
  return idFromUuid('sess', hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
}
