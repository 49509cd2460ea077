import type { Clock, PasswordResetId } from '@florin/kernel';
import type { User } from '../user/user.js';
import type { UserDirectory } from '../user/user.repository.js';
import { isOpen, type OpenReset } from './password-reset.js';
import type { PasswordResetReader } from './password-reset.repository.js';
import type { PasswordResetTokens } from './password-reset-tokens.js';

export interface OpenPasswordLink {
  readonly reset: OpenReset;
  readonly user: User;
}

/** Finds a reset that can still be used, for its page and for its mail. The link can still be used afterwards. */
export class OpenPasswordReset {
  constructor(
    private readonly resets: PasswordResetReader,
    private readonly directory: UserDirectory,
    private readonly tokens: PasswordResetTokens,
    private readonly clock: Clock,
  ) {}

  async byToken(token: string): Promise<OpenPasswordLink | undefined> {
    const id = this.tokens.read(token);
    return id === undefined ? undefined : this.byId(id);
  }

  /** Undefined if the reset is unknown, used, superseded or expired, or if the user is not active. */
  async byId(id: PasswordResetId): Promise<OpenPasswordLink | undefined> {
    const reset = await this.resets.find(id);
    if (!isOpen(reset, this.clock.now())) return undefined;
    const user = await this.directory.find(reset.userId);
    return user?.status === 'active' ? { reset, user } : undefined;
  }
}
