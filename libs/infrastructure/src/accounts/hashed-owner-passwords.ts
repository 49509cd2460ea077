import { type Actor, type OwnerPasswordHash, OwnerPasswords } from '@florin/accounts';
import { checkPassword, type PasswordHasher } from '@florin/identity';

export class HashedOwnerPasswords extends OwnerPasswords {
  constructor(private readonly hasher: PasswordHasher) {
    super();
  }

  async hash(password: string, { address }: Actor): Promise<OwnerPasswordHash> {
    checkPassword(password);
    return (await this.hasher.hash(password, address)) as OwnerPasswordHash;
  }
}
