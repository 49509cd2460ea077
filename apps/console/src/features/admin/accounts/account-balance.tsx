import type { Account } from '@florin/client';
import { Skeleton } from '@mantine/core';
import { useApi } from '../../../api/use-api.js';
import { DetailList } from '../../../common/detail-list.js';
import { MoneyText } from '../../../common/money-text.js';
import { Section } from '../../../common/section.js';
import { ErrorState } from '../../../common/states.js';
import { useTexts } from '../../../i18n/language.js';
import { ACCOUNT_TEXTS } from './texts.js';

export function AccountBalance({ account: { id } }: { readonly account: Account }) {
  const texts = useTexts(ACCOUNT_TEXTS);
  const { data, isError, error, refetch } = useApi(
    ['accounts', id, 'balance'],
    (florin) => florin.actingFor(id).account.balance(),
    { isOfService: true },
  );
  return (
    <Section title={texts.balance}>
      {isError ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data?.account_id !== id ? (
        <Skeleton height={80} />
      ) : (
        <DetailList
          details={(['available', 'held', 'incoming'] as const).map((name) => ({
            label: texts[name],
            value: <MoneyText amount={data[name]} currency={data.currency} fw={500} />,
          }))}
        />
      )}
    </Section>
  );
}
