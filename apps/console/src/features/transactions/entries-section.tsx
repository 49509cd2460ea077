import type { EntryList, Transaction } from '@florin/client';
import { Loader, Table, Text } from '@mantine/core';
import { useApi } from '../../api/use-api.js';
import { MoneyText } from '../../common/money-text.js';
import { Section } from '../../common/section.js';
import { ErrorState } from '../../common/states.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { TRANSACTION_TEXTS } from './texts.js';

/** The entries that a succeeded transaction has posted. */
export function EntriesSection({ transaction: { id, status } }: { readonly transaction: Transaction }) {
  const texts = useTexts(TRANSACTION_TEXTS);
  const entries = useApi(['entries', id, status], (florin, signal) =>
    florin.transactions.entries(id, { signal }),
  );
  return (
    <Section title={texts.entries}>
      {entries.isError && <ErrorState error={entries.error} onRetry={entries.refetch} />}
      {entries.isPending && <Loader size="sm" />}
      {entries.data && <EntryTable entries={entries.data.data} />}
    </Section>
  );
}

function EntryTable({ entries }: { readonly entries: EntryList['data'] }) {
  const texts = useTexts(TRANSACTION_TEXTS);
  if (entries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.noEntries}
      </Text>
    );
  const amountOn = (side: string, entry: EntryList['data'][number]) =>
    entry.side === side && <MoneyText amount={entry.amount} currency={entry.currency} />;
  return (
    <Table.ScrollContainer minWidth={280} type="native">
      <Table aria-label={texts.entries}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.ledgerAccount}</Table.Th>
            <Table.Th ta="right">{texts.debit}</Table.Th>
            <Table.Th ta="right">{texts.credit}</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              {texts.posted}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td>{entry.account === 'clearing' ? texts.clearing : texts.account}</Table.Td>
              <Table.Td ta="right">{amountOn('debit', entry)}</Table.Td>
              <Table.Td ta="right">{amountOn('credit', entry)}</Table.Td>
              <Table.Td ta="right" visibleFrom="sm">
                <TimeText value={entry.posted_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
