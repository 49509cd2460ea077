import type { Florin } from '@florin/client';
import { notifications } from '@mantine/notifications';
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { COMMON_TEXTS } from '../common/texts.js';
import { useTexts } from '../i18n/language.js';
import { useAccountScope } from './account-scope.js';
import { messageOf } from './query-client.js';

export interface ApiQueryOptions<Result> {
  readonly enabled?: boolean;
  /** Reads again after this time while the page is visible; undefined for a result that no longer changes. */
  readonly refetchMs?: number | ((result: Result) => number | undefined);
  /** Reads users or the whole service, also while an admin acts for an account. */
  readonly isOfService?: boolean;
}

/**
 * Reads from the API for the account in scope. The key names the resource and its parameters, such as
 * `['transactions', query]`; a change of a resource invalidates all keys that begin with its name.
 */
export function useApi<Result>(
  key: readonly [resource: string, ...parameters: unknown[]],
  read: (florin: Florin, signal: AbortSignal) => Promise<Result>,
  { enabled = true, refetchMs, isOfService = false }: ApiQueryOptions<Result> = {},
): UseQueryResult<Result> {
  const { florin, service, accountId } = useAccountScope();
  const [resource, ...parameters] = key;
  const queryKey = [resource, isOfService ? 'service' : accountId, ...parameters];
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => read(isOfService ? service : florin, signal),
    enabled,
    // A list keeps its rows while other filters load. The data of another resource, account or period must not appear.
    placeholderData: (previous, query) => (isSameList(queryKey, query?.queryKey) ? previous : undefined),
    refetchInterval: ({ state: { data } }) =>
      (typeof refetchMs === 'function' ? data && refetchMs(data) : refetchMs) ?? false,
  });
}

/** Filters are objects; ids and periods are texts. */
const isSameList = (key: readonly unknown[], previous: readonly unknown[] = []): boolean =>
  key.length === previous.length &&
  key.every((part, index) => part === previous[index] || (isFilters(part) && isFilters(previous[index])));

const isFilters = (part: unknown): boolean => typeof part === 'object' && part !== null;

export interface ChangeOptions<Result> {
  /** The resources whose queries are read again. */
  readonly changes: readonly string[];
  /** The text of the toast. */
  readonly done?: string | ((result: Result) => string);
  readonly onDone?: (result: Result) => void;
  /** The form shows the error itself. */
  readonly isErrorShown?: boolean;
  /** Changes users or the whole service, also while an admin acts for an account. */
  readonly isOfService?: boolean;
}

/** Changes something by the API. The API's message is shown if that fails. */
export function useChange<Input, Result>(
  change: (florin: Florin, input: Input) => Promise<Result>,
  { changes, done, onDone, isErrorShown = false, isOfService = false }: ChangeOptions<Result>,
): UseMutationResult<Result, Error, Input> {
  const { florin, service } = useAccountScope();
  const client = useQueryClient();
  const closeButtonProps = { 'aria-label': useTexts(COMMON_TEXTS).close };
  return useMutation({
    mutationFn: (input: Input) => change(isOfService ? service : florin, input),
    onSuccess: (result) => {
      const message = typeof done === 'function' ? done(result) : done;
      if (message !== undefined) notifications.show({ message, color: 'teal', closeButtonProps });
      onDone?.(result);
    },
    onError: (error) => {
      if (isErrorShown) return;
      notifications.show({ message: messageOf(error), color: 'red', autoClose: 8_000, closeButtonProps });
    },
    // Also after a failure: the change may have been made, or another one before it.
    onSettled: async (_, error) => {
      const reads = changes.map((resource) => client.invalidateQueries({ queryKey: [resource] }));
      if (error === null) await Promise.all(reads);
    },
  });
}
