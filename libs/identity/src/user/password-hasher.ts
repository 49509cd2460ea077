/**
 * Turns passwords into what may be kept. Slow on purpose, and never on the thread that answers requests. When many wait,
 * addresses take turns: it is told where each password comes from, as far as that is known.
 */
export abstract class PasswordHasher {
  /** Every character counts, however long the password. */
  abstract hash(password: string, clientAddress?: string): Promise<string>;
  /**
   * Whether the hash was made from the password. Without a hash it does the same work and answers no, so that the
   * time taken does not tell whether there is such a user.
   */
  abstract verify(password: string, hash: string | undefined, clientAddress?: string): Promise<boolean>;
  /** Whether the hash was made at a lower cost than is asked for today. */
  abstract needsRehash(hash: string): boolean;
}
