/**
 * Password hashing: slow on purpose, and never on the main thread. When jobs queue up, client addresses are served in
 * turn, so that one address cannot delay the logins of the others.
 */
export abstract class PasswordHasher {
  /** Does not truncate long passwords. */
  abstract hash(password: string, clientAddress?: string): Promise<string>;
  /** Without a hash it does the same work and returns false, so that the response time does not reveal unknown users. */
  abstract verify(password: string, hash: string | undefined, clientAddress?: string): Promise<boolean>;
  /** Whether the hash has a lower cost than is configured. */
  abstract needsRehash(hash: string): boolean;
}
