import type { Clock, Ids, IdempotentRequest, Outcome } from '@florin/kernel';
import { type Account, type NewAccount, open } from './account.js';
import type { AccountsUnitOfWork, Actor, OwnerPasswords } from './account.stores.js';

export interface OpenAccountInput extends NewAccount {
  readonly password: string;
}

/** Creates the account, its owner and its balance in one SQL transaction. */
export class OpenAccount {
  constructor(
    private readonly unitOfWork: AccountsUnitOfWork,
    private readonly passwords: OwnerPasswords,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute(
    actor: Actor,
    { password, ...input }: OpenAccountInput,
    idempotentRequest?: IdempotentRequest<Account>,
  ): Promise<Outcome<Account>> {
    // Validate before the slow password hash, so that invalid requests stay cheap.
    const { state: account, events: opened } = open(this.ids.next('acct'), input, this.clock.now());
    const passwordHash = await this.passwords.hash(password, account, actor);
    return this.unitOfWork.runIdempotent(
      idempotentRequest,
      async ({ accounts, owners, balances, events }) => {
        await accounts.add(account);
        if (input.branding?.logo) await accounts.saveLogo(account.id, input.branding.logo);
        await owners.add(account, passwordHash, actor);
        await balances.open(account, account.createdAt);
        await events.append(opened, account.createdAt);
        return account;
      },
      actor.name,
    );
  }
}
