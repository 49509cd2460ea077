import type { PasswordResetId, UserId } from '@florin/kernel';
import type { PasswordReset } from './password-reset.js';

/** Password resets inside a unit of work. */
export interface PasswordResetRepository {
  /** Locked for update; the caller holds the lock of the user. Undefined if there is none. */
  lock(id: PasswordResetId): Promise<PasswordReset | undefined>;
  add(reset: PasswordReset): Promise<void>;
  /** The caller holds the row lock. */
  save(reset: PasswordReset): Promise<void>;
  /** Supersedes those of the user that are `requested`. The caller holds the lock of the user. */
  supersedeByUser(userId: UserId): Promise<void>;
}

/** Reads committed resets without locks. */
export abstract class PasswordResetReader {
  /** Undefined if there is none. */
  abstract find(id: PasswordResetId): Promise<PasswordReset | undefined>;
}
