import type { Florin } from '@florin/client';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSignedIn } from '../session/session.js';

export interface AccountScope {
  readonly florin: Florin;
  /** Acts for no account: for operations that concern users or the whole service, which refuse to act for one. */
  readonly service: Florin;
  /** Undefined for an admin who acts for no account, and for a user without one. */
  readonly accountId: string | undefined;
  /** An admin acts for the account that the address names. */
  readonly isActing: boolean;
}

/** The account whose data the pages show, and the client that asks for it. */
export function useAccountScope(): AccountScope {
  const { florin, user } = useSignedIn();
  const { account } = useSearch({ strict: false });
  const acting = user.role === 'admin' ? account : undefined;
  return useMemo(
    () => ({
      florin: acting === undefined ? florin : florin.actingFor(acting),
      service: florin,
      accountId: acting ?? user.account_id ?? undefined,
      isActing: acting !== undefined,
    }),
    [florin, acting, user.account_id],
  );
}
