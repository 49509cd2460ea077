import type { AccountId, Clock, Ids, IdempotentRequest, Outcome } from '@florin/kernel';
import { authorize, refusalOf } from '../access/access.js';
import { accountOf, type ApiKeyKind, type Principal, roleOf } from '../access/principal.js';
import { requireActiveSession } from '../access/require-active-session.js';
import { requireOpenAccount } from '../access/require-open-account.js';
import { auditEntry, type Caller } from '../audit/audit.js';
import type { IdentityUnitOfWork } from '../stores.js';
import { type ApiKey, type ApiKeySecrets, issue } from './api-key.js';

export interface NewApiKey {
  readonly name: string;
  /** Defaults to the kind that the caller may create. */
  readonly kind?: ApiKeyKind | undefined;
  readonly expiresAt?: Date | undefined;
}

/** Owners create keys of their account, admins create platform keys. */
export class CreateApiKey {
  constructor(
    private readonly unitOfWork: IdentityUnitOfWork,
    private readonly secrets: ApiKeySecrets,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute(
    caller: Caller,
    input: NewApiKey,
    idempotentRequest?: IdempotentRequest<ApiKey>,
  ): Promise<Outcome<ApiKey>> {
    const { principal } = caller;
    const { kind, accountId } = resolveKindAndAccount(principal, input.kind);
    const createdBy = principal.kind === 'user' ? principal.userId : undefined;
    return this.unitOfWork.runIdempotent(idempotentRequest, async ({ users, sessions, apiKeys, audit }) => {
      // The lock delays closing the account, which would not revoke a key that is added at the same time.
      if (accountId !== undefined) await requireOpenAccount(users, accountId);
      const now = this.clock.now();
      await requireActiveSession({ users, sessions }, principal, now);
      const { name, expiresAt } = input;
      const id = this.ids.next('key');
      const apiKey = issue({ id, kind, accountId, createdBy, name, expiresAt }, this.secrets, now);
      await apiKeys.add(apiKey);
      const act = { action: 'api_key.created', subjectId: apiKey.id, details: { kind } } as const;
      await audit.add(auditEntry(this.ids, caller, act, now));
      return apiKey;
    });
  }
}

function resolveKindAndAccount(principal: Principal, requestedKind: ApiKeyKind | undefined) {
  authorize(principal, 'api_keys.create');
  const kind: ApiKeyKind = roleOf(principal) === 'admin' ? 'platform' : 'account';
  if (requestedKind !== undefined && requestedKind !== kind) throw refusalOf(principal, 'api_keys.create');
  const accountId: AccountId | undefined = kind === 'account' ? accountOf(principal) : undefined;
  return { kind, accountId };
}
