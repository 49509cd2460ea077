import type { Clock, Ids, UserId } from '@florin/kernel';
import type { IdentityUnitOfWork } from '../stores.js';
import type { UserDirectory } from '../user/user.repository.js';
import { requestReset } from './password-reset.js';

/** Limits the mails to one user. */
export abstract class ResetMailLimit {
  /** Counts the request. True if it is within the limit. An unknown login has a limit of its own. */
  abstract consume(login: string, userId: UserId | undefined): Promise<boolean>;
}

/**
 * Sends the user a link to set a new password. Known and unknown logins run the same statements and write the same rows, so
 * that neither the response nor its duration reveals which users exist. Whether the user is active is checked when the
 * mail is sent. Earlier links stay valid: otherwise anyone could keep a user from using one.
 */
export class RequestPasswordReset {
  constructor(
    private readonly unitOfWork: IdentityUnitOfWork,
    private readonly directory: UserDirectory,
    private readonly limit: ResetMailLimit,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** `login` is an email or a username, as for a login. */
  async execute(login: string): Promise<void> {
    const user = await this.directory.findByLogin(login);
    const isWithinLimit = await this.limit.consume(login, user?.id);
    const userId = isWithinLimit ? user?.id : undefined;
    await this.unitOfWork.run(async ({ passwordResets, passwordResetMails }) => {
      const reset = requestReset(this.ids.next('pwr'), userId, this.clock.now());
      await passwordResets.add(reset);
      await passwordResetMails.add(reset);
    });
  }
}
