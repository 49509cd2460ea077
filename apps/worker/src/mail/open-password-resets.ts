import type { AccountDirectory } from '@florin/accounts';
import type { OpenPasswordReset, PasswordResetTokens } from '@florin/identity';
import type { Mail } from '@florin/infrastructure';
import { type Clock, idFromUuid, MINUTE_MS } from '@florin/kernel';
import { type PasswordReset, PasswordResets } from './password-reset-mail.js';

/** Finds the reset of a mail, if its user is active and its link can still be used. */
export class OpenPasswordResets extends PasswordResets {
  constructor(
    private readonly open: OpenPasswordReset,
    private readonly tokens: PasswordResetTokens,
    private readonly accounts: AccountDirectory,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find({ subjectId }: Mail): Promise<PasswordReset | undefined> {
    const link = await this.open.byId(idFromUuid('pwr', subjectId));
    if (link === undefined) return undefined;
    const { reset, user } = link;
    const account = user.accountId && (await this.accounts.find(user.accountId));
    if (account?.closedAt !== undefined) return undefined;
    const leftMs = reset.expiresAt.getTime() - this.clock.now().getTime();
    return {
      email: user.email,
      token: this.tokens.tokenOf(reset.id),
      lifetimeMinutes: Math.max(1, Math.ceil(leftMs / MINUTE_MS)),
      language: account?.settings.language,
    };
  }
}
