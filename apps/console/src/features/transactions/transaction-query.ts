import type { Florin } from '@florin/client';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '@florin/ledger';
import { useAccount } from '../../api/use-account.js';
import type { Filter } from '../../common/filter-bar.js';
import { STATUS_TEXTS } from '../../common/status-texts.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useListQuery } from '../../common/use-list-query.js';
import { useTexts } from '../../i18n/language.js';
import type { ALL_TRANSACTIONS_SEARCH } from './search.js';
import { TRANSACTION_TEXTS } from './texts.js';

export type TransactionSearch = Readonly<Partial<Record<(typeof ALL_TRANSACTIONS_SEARCH)[number], string>>>;

/** The transactions of the account in scope, or those of all accounts. */
export type TransactionScope = 'account' | 'service';

type Query = NonNullable<Parameters<Florin['transactions']['page']>[0]>;

/** The API refuses what is not valid in an address. */
export const useTransactionQuery = (search: TransactionSearch): { query: Query; isReady: boolean } =>
  useListQuery(search);

/** Amounts can be compared in one currency only. */
export function useTransactionFilters(scope: TransactionScope): readonly Filter[] {
  const texts = useTexts(TRANSACTION_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const statuses = useTexts(STATUS_TEXTS);
  const { data: account } = useAccount();
  const currency = account?.settings.currency ?? '';
  const statusOptions = TRANSACTION_STATUSES.map((value) => ({ value, label: statuses[value] }));
  const typeOptions = TRANSACTION_TYPES.map((value) => ({ value, label: texts.types[value] }));
  const ofAccount: readonly Filter[] = [
    { kind: 'amount', name: 'amount_min', label: common.minAmount, currency },
    { kind: 'amount', name: 'amount_max', label: common.maxAmount, currency },
  ];
  const ofService: readonly Filter[] = [{ kind: 'text', name: 'account_id', label: texts.accountId }];
  return [
    { kind: 'choice', name: 'status', label: common.status, options: statusOptions },
    { kind: 'choice', name: 'type', label: common.type, options: typeOptions },
    { kind: 'text', name: 'reference', label: common.reference, placeholder: common.wholeReference },
    ...(scope === 'service' ? ofService : ofAccount),
    { kind: 'date', name: 'date_from', label: common.createdAfter },
    { kind: 'date', name: 'date_to', label: common.createdBefore },
  ];
}
