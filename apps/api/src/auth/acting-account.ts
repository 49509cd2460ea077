import { type OperationName, PERMISSIONS } from '@florin/identity';
import { type AccountId, DomainError } from '@florin/kernel';

/** The account that an operation on one's account is about. Whoever has none and names none is refused as it says. */
export function actingAccount(accountId: AccountId | undefined, operation: OperationName): AccountId {
  if (accountId !== undefined) return accountId;
  throw new DomainError(
    PERMISSIONS[operation].refusal,
    'This token belongs to no account. An admin or platform token names one with X-Account-Id.',
  );
}
