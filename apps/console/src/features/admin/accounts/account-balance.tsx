import type { Account } from '@florin/client';
import { Skeleton } from '@mantine/core';
import { useApi } from '../../../api/use-api.js';
import { DetailList } from '../../../common/detail-list.js';
import { Loaded } from '../../../common/loaded.js';
import { MoneyText } from '../../../common/money-text.js';
import { Section } from '../../../common/section.js';
import { useTexts } from '../../../i18n/language.js';
import { ACCOUNT_TEXTS } from './texts.js';

export function AccountBalance({ account: { id } }: { readonly account: Account }) {
  const texts = useTexts(ACCOUNT_TEXTS);
  const balance = useApi(['accounts', id, 'balance'], (florin) => florin.actingFor(id).account.balance(), {
    isOfService: true,
  });
  return (
    <Section title={texts.balance}>
      <Loaded query={balance} loading={<Skeleton height={80} />}>
        {(data) => (
          <DetailList
            details={(['available', 'held', 'incoming'] as const).map((name) => ({
              label: texts[name],
              value: <MoneyText amount={data[name]} currency={data.currency} fw={500} />,
            }))}
          />
        )}
      </Loaded>
    </Section>
  );
}
