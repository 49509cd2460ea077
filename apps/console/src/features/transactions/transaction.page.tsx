import type { Transaction } from '@florin/client';
import { Center, Grid, Loader, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useCan } from '../../api/permissions.js';
import { useApi, useChange } from '../../api/use-api.js';
import { EventTimeline } from '../../common/event-timeline.js';
import { useFormats } from '../../common/formats.js';
import { MetadataPanel } from '../../common/metadata-panel.js';
import { Page } from '../../common/page.js';
import { Section } from '../../common/section.js';
import { ErrorState } from '../../common/states.js';
import { StatusBadge } from '../../common/status-badge.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { EntriesSection } from './entries-section.js';
import { RefundsSection } from './refunds-section.js';
import { TRANSACTION_TEXTS } from './texts.js';
import { TransactionActions } from './transaction-actions.js';
import { TransactionDetails } from './transaction-details.js';
import { isRefundable } from './transaction-rules.js';

const PENDING_MS = 5_000;

export function TransactionPage() {
  const texts = useTexts(TRANSACTION_TEXTS);
  const { transactionId } = useParams({ from: '/app/transactions/$transactionId' });
  const transaction = useApi(
    ['transactions', transactionId],
    (florin, signal) => florin.transactions.get(transactionId, { signal }),
    { refetchMs: ({ status }) => (status === 'pending' ? PENDING_MS : undefined) },
  );
  if (transaction.data !== undefined) return <Content key={transactionId} transaction={transaction.data} />;
  return (
    <Page title={texts.transaction}>
      {transaction.isError ? (
        <ErrorState error={transaction.error} onRetry={transaction.refetch} list="/transactions" />
      ) : (
        <Center py="xl">
          <Loader />
        </Center>
      )}
    </Page>
  );
}

function Content({ transaction }: { readonly transaction: Transaction }) {
  const texts = useTexts(TRANSACTION_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const can = useCan();
  const { money } = useFormats();
  const { id, amount, currency, status, type, updated_at } = transaction;
  return (
    <Page
      title={money(amount, currency)}
      note={<StatusBadge status={status} />}
      description={texts.types[type]}
      actions={<TransactionActions transaction={transaction} />}
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Section title={common.details}>
              <TransactionDetails transaction={transaction} />
            </Section>
            <MetadataSection transaction={transaction} />
            {can('transactions.entries') && <EntriesSection transaction={transaction} />}
            {isRefundable(transaction) && <RefundsSection paymentId={id} />}
          </Stack>
        </Grid.Col>
        {can('events.list') && (
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Section title={common.timeline}>
              <EventTimeline subjectIds={[id]} state={updated_at} />
            </Section>
          </Grid.Col>
        )}
      </Grid>
    </Page>
  );
}

function MetadataSection({ transaction: { id, metadata } }: { readonly transaction: Transaction }) {
  const common = useTexts(COMMON_TEXTS);
  const can = useCan();
  const save = useChange(
    (florin, changes: Record<string, unknown>) => florin.transactions.update(id, { metadata: changes }),
    { changes: ['transactions', 'events'], done: common.saved },
  );
  return (
    <Section title={common.metadata}>
      <MetadataPanel
        metadata={metadata}
        canEdit={can('transactions.update')}
        isPending={save.isPending}
        onSave={save.mutateAsync}
      />
    </Section>
  );
}
