import type { Event, Florin, Transfer } from '@florin/client';
import { Grid, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useAccountScope } from '../../api/account-scope.js';
import { useApi } from '../../api/use-api.js';
import { CopyText } from '../../common/copy-text.js';
import { DetailList } from '../../common/detail-list.js';
import { EventTimeline } from '../../common/event-timeline.js';
import { LinkTo } from '../../common/links.js';
import { MetadataList } from '../../common/metadata.js';
import { MoneyText } from '../../common/money-text.js';
import { Page } from '../../common/page.js';
import { Section } from '../../common/section.js';
import { ErrorState } from '../../common/states.js';
import { StatusBadge } from '../../common/status-badge.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { TRANSACTION_TEXTS } from '../transactions/texts.js';
import { TRANSFER_TEXTS } from './texts.js';
import { TransferActions } from './transfer-actions.js';

const PENDING_MS = 5_000;

export function TransferPage() {
  const texts = useTexts(TRANSFER_TEXTS);
  const { transferId } = useParams({ from: '/app/transfers/$transferId' });
  const transfer = useApi(
    ['transfers', transferId],
    (florin, signal) => florin.transfers.get(transferId, { signal }),
    { refetchMs: ({ status }) => (status === 'pending' ? PENDING_MS : undefined) },
  );
  if (transfer.data?.id === transferId) return <TransferDetails transfer={transfer.data} />;
  return (
    <Page title={texts.transfer}>
      {transfer.isError ? (
        <ErrorState error={transfer.error} onRetry={transfer.refetch} list="/transfers" />
      ) : (
        <Skeleton height={240} radius="md" />
      )}
    </Page>
  );
}

function TransferDetails({ transfer }: { readonly transfer: Transfer }) {
  const texts = useTexts(TRANSFER_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { failureReason } = useTexts(TRANSACTION_TEXTS);
  const events = useApi(['events', 'of transfer', transfer.id, transfer.status], (florin, signal) =>
    eventsOf(florin, transfer.id, signal),
  );
  const { amount, currency, metadata } = transfer;
  return (
    <Page
      title={texts.transfer}
      note={<StatusBadge status={transfer.status} />}
      actions={<TransferActions transfer={transfer} />}
    >
      <Title order={2} size="h1" component="p">
        <MoneyText amount={amount} currency={currency} />
      </Title>
      <Sides transfer={transfer} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Section title={common.details}>
              <DetailList
                details={[
                  { label: common.id, value: <CopyText value={transfer.id} label={common.id} /> },
                  { label: common.reference, value: transfer.reference },
                  {
                    label: texts.transaction,
                    value: events.data?.transactionId !== undefined && (
                      <LinkTo to={`/transactions/${events.data.transactionId}`} inherit>
                        {texts.openTransaction}
                      </LinkTo>
                    ),
                  },
                  { label: failureReason, value: events.data?.failureReason },
                  { label: common.created, value: <TimeText value={transfer.created_at} /> },
                  transfer.ended_at !== null && {
                    label: texts.ended,
                    value: <TimeText value={transfer.ended_at} />,
                  },
                ]}
              />
            </Section>
            {Object.keys(metadata).length > 0 && (
              <Section title={common.metadata}>
                <MetadataList metadata={metadata} />
              </Section>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Section title={common.timeline}>
            <EventTimeline subjectIds={[transfer.id]} state={transfer.status} />
          </Section>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Sides({ transfer }: { readonly transfer: Transfer }) {
  const texts = useTexts(TRANSFER_TEXTS);
  return (
    <Section title={texts.sides}>
      <Group gap="xl" align="flex-start">
        <Side label={texts.from} accountId={transfer.from_account_id} />
        <Side label={texts.to} accountId={transfer.to_account_id} />
      </Group>
    </Section>
  );
}

function Side({ label, accountId }: { readonly label: string; readonly accountId: string }) {
  const texts = useTexts(TRANSFER_TEXTS);
  const scope = useAccountScope();
  return (
    <Stack gap={4} style={{ minWidth: 0 }}>
      <Text size="sm" c="dimmed">
        {label}
        {scope.accountId === accountId && ` · ${texts.thisAccount}`}
      </Text>
      <CopyText value={accountId} label={label} />
    </Stack>
  );
}

interface EventsOfTransfer {
  /** The transaction of this account. */
  readonly transactionId: string | undefined;
  readonly failureReason: string | undefined;
}

/** The API names the transaction of a side in its events only: it is created just before the transfer. */
async function eventsOf(florin: Florin, transferId: string, signal: AbortSignal): Promise<EventsOfTransfer> {
  const { data } = await florin.events.page({ subject_id: transferId, limit: 10 }, { signal });
  const created = data.find(({ type }) => type === 'transfer.created');
  const before =
    created === undefined
      ? []
      : (await florin.events.page({ starting_after: created.id, limit: 1 }, { signal })).data;
  return {
    transactionId: before.find((event) => isSideOf(event, transferId))?.subject_id,
    failureReason: data.map((event) => failureReasonOf(event)).find((reason) => reason !== undefined),
  };
}

const isSideOf = (event: Event, transferId: string): boolean =>
  event.type === 'transaction.created' && event.data.transfer_id === transferId;

const failureReasonOf = (event: Event): string | undefined =>
  event.type === 'transfer.failed' ? event.data.failure_reason : undefined;
