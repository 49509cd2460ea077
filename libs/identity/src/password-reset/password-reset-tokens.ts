import type { PasswordResetId } from '@florin/kernel';

/** The secrets in the links of password resets. They are derived from the ids and never stored. */
export abstract class PasswordResetTokens {
  abstract tokenOf(id: PasswordResetId): string;
  /** Undefined for a token that `tokenOf` did not create. */
  abstract read(token: string): PasswordResetId | undefined;
}
