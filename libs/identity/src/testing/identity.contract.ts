import { beforeAll, describe } from '@jest/globals';
import type { IdentityHarness } from './identity.harness.js';
import { apiKeyAndAuditStores } from './api-keys-and-audit.contract.js';
import { passwordResetStores } from './password-resets.contract.js';
import { sessionStores } from './sessions.contract.js';
import { userStores } from './users.contract.js';

export * from './builders.js';
export type { IdentityHarness } from './identity.harness.js';

/** Contract of every implementation of the identity stores. */
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
    describe('password resets', () => {
      passwordResetStores(use);
    });
    describe('API keys and audit trail', () => {
      apiKeyAndAuditStores(use);
    });
  });
}
