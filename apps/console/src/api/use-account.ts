import type { Account } from '@florin/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useAccountScope } from './account-scope.js';
import { useApi } from './use-api.js';

/** The account in scope, with its settings. */
export function useAccount(): UseQueryResult<Account> {
  const { accountId } = useAccountScope();
  return useApi(['account'], (florin) => florin.account.get(), { enabled: accountId !== undefined });
}
