import { use } from 'react';
import { useAccountScope } from '../api/account-scope.js';
import { useAccount } from '../api/use-account.js';
import { filterQuery, FILTERS_IN_UNITS, type Search } from './filter-query.js';
import { TimeZoneContext } from './formats.js';
import { PAGE_SIZE } from './search.js';

export interface ListQuery {
  /** With the page size. */
  readonly query: Record<string, string | number>;
  /** False while a filter needs the time zone or the currency of an account that is still loaded. */
  readonly isReady: boolean;
}

/** The API's query for the filters and the cursor in the address of a list page. */
export function useListQuery(search: Search): ListQuery {
  const timeZone = use(TimeZoneContext);
  const { accountId } = useAccountScope();
  const { data: account, isFetched } = useAccount();
  const needsAccount = FILTERS_IN_UNITS.some((name) => search[name] !== undefined);
  return {
    query: { ...filterQuery(search, { timeZone, currency: account?.settings.currency }), limit: PAGE_SIZE },
    isReady: !needsAccount || accountId === undefined || isFetched,
  };
}
