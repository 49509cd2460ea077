import { FlorinError } from '@florin/client';
import { QueryClient } from '@tanstack/react-query';

const SECOND_MS = 1000;

/** The client retries what is safe to retry, so that queries need not. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5 * SECOND_MS, retry: false, networkMode: 'always', refetchOnReconnect: true },
    // A new secret is not kept after its dialog. In the default network mode, a change that is made offline waits, and
    // is sent when the connection is back, even if the user has repeated or given up the change.
    mutations: { retry: false, gcTime: 0, networkMode: 'always' },
  },
});

export const messageOf = (error: unknown): string =>
  error instanceof FlorinError || error instanceof Error ? error.message : String(error);
