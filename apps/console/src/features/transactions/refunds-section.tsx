import type { TransactionList } from '@florin/client';
import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useApi } from '../../api/use-api.js';
import { DataTable } from '../../common/data-table.js';
import { Section } from '../../common/section.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { TRANSACTION_TEXTS } from './texts.js';
import { useTransactionColumns } from './transaction-table.js';

const MAX_REFUNDS = 100;

export const useRefundsOf = (paymentId: string): UseQueryResult<TransactionList> =>
  useApi(['transactions', 'refunds', paymentId], (florin, signal) =>
    florin.transactions.page({ refund_of: paymentId, limit: MAX_REFUNDS }, { signal }),
  );

/** The refunds that name a payment. */
export function RefundsSection({ paymentId }: { readonly paymentId: string }) {
  const texts = useTexts(TRANSACTION_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return (
    <Section title={texts.refunds}>
      <DataTable
        label={texts.refunds}
        columns={useTransactionColumns('account').filter(({ label }) => label !== common.type)}
        query={useRefundsOf(paymentId)}
        linkOf={({ id }) => `/transactions/${id}`}
        empty={
          <Text size="sm" c="dimmed">
            {texts.noRefunds}
          </Text>
        }
      />
    </Section>
  );
}
