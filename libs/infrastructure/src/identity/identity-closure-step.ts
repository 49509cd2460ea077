import { type IdentityStores, terminateAccess } from '@florin/identity';
import type { Ids } from '@florin/kernel';
import type { ClosureStep } from '../accounts/closure-steps.js';

/** Nobody who belonged to the account gets in any more, neither with what they hold now nor with their password. */
export const identityClosureStep = (stores: IdentityStores, ids: Ids): ClosureStep => ({
  terminate: ({ id, closedAt }, actor) =>
    terminateAccess(stores, ids, { accountId: id, by: actor, now: closedAt }),
});
