import { type Account, type Actor, type OwnerPasswordHash, OwnerPasswords } from '@florin/accounts';
import { checkPassword, type PasswordHasher } from '@florin/identity';

export class HashedOwnerPasswords extends OwnerPasswords {
  constructor(private readonly hasher: PasswordHasher) {
    super();
  }

  async hash(
    password: string,
    { email, name }: Pick<Account, 'email' | 'name'>,
    { address }: Actor,
  ): Promise<OwnerPasswordHash> {
    checkPassword(password, [email, name]);
    return (await this.hasher.hash(password, address)) as OwnerPasswordHash;
  }
}
