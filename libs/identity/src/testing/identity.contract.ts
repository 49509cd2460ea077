import { beforeAll, describe } from '@jest/globals';
import type { AccountId, Ids } from '@florin/kernel';
import type { Standings } from '../access/standing.js';
import type { ApiKeyList } from '../api-key/api-key.repository.js';
import type { AuditTrail } from '../audit/audit.js';
import type { SessionList } from '../session/session.repository.js';
import type { IdentityUnitOfWork } from '../stores.js';
import type { UserDirectory } from '../user/user.repository.js';
import type { SteppedClock } from './builders.js';
import { keysAndTrail } from './keys.contract.js';
import { sessionStores } from './sessions.contract.js';
import { userStores } from './users.contract.js';

export * from './builders.js';

/** What an adapter brings to the contract: its parts, and a way to make the accounts that users belong to. */
export interface IdentityHarness {
  readonly unitOfWork: IdentityUnitOfWork;
  readonly users: UserDirectory;
  readonly sessions: SessionList;
  readonly apiKeys: ApiKeyList;
  readonly audit: AuditTrail;
  readonly standings: Standings;
  readonly ids: Ids;
  readonly clock: SteppedClock;
  readonly openAccount: () => Promise<AccountId>;
  readonly closeAccount: (id: AccountId) => Promise<void>;
}

/** What every set of stores for identities must do, whatever it keeps them in. */
export function identityContract(name: string, makeHarness: () => Promise<IdentityHarness>): void {
  describe(`identity on ${name}`, () => {
    const shared = {} as { harness: IdentityHarness };
    beforeAll(async () => {
      shared.harness = await makeHarness();
    });
    const use = (): IdentityHarness => shared.harness;

    describe('users', () => {
      userStores(use);
    });
    describe('sessions', () => {
      sessionStores(use);
    });
    describe('keys and the trail', () => {
      keysAndTrail(use);
    });
  });
}
