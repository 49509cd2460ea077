import type { PasswordReset } from './password-reset.js';

/**
 * Adds a mail with the link of the reset to the outbox, in the unit of work of the request. It is added also for a reset
 * without a user, and not sent, so that both take the same time.
 */
export interface PasswordResetMails {
  add(reset: PasswordReset): Promise<void>;
}
