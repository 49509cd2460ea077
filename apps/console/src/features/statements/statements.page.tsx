import type { StatementLine, StatementPageQuery } from '@florin/client';
import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { use } from 'react';
import { useAccount } from '../../api/use-account.js';
import { useApi } from '../../api/use-api.js';
import { type Column, DataTable } from '../../common/data-table.js';
import { TimeZoneContext } from '../../common/formats.js';
import { MoneyText } from '../../common/money-text.js';
import { NeedsAccount } from '../../common/needs-account.js';
import { Page } from '../../common/page.js';
import { PAGE_SIZE } from '../../common/search.js';
import { Reference } from '../../common/resource-link.js';
import { EmptyState } from '../../common/states.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { TRANSACTION_TEXTS } from '../transactions/texts.js';
import { monthIn, periodOf, presetOf } from './period.js';
import { PeriodPicker } from './period-picker.js';
import { StatementDownload } from './statement-download.js';
import { StatementSummary } from './statement-summary.js';
import { STATEMENT_TEXTS } from './texts.js';

export function StatementsPage() {
  const texts = useTexts(STATEMENT_TEXTS);
  return (
    <NeedsAccount title={texts.title}>
      <StatementOfPeriod />
    </NeedsAccount>
  );
}

function StatementOfPeriod() {
  const texts = useTexts(STATEMENT_TEXTS);
  const timeZone = use(TimeZoneContext);
  const { starting_after, ending_before, ...search } = useSearch({ from: '/app/statements' });
  const currentMonth = monthIn(timeZone);
  const period = periodOf(search, currentMonth);
  const query: StatementPageQuery = {
    ...period,
    limit: PAGE_SIZE,
    ...(starting_after !== undefined && { starting_after }),
    ...(ending_before !== undefined && { ending_before }),
  };
  // The month depends on the account's time zone.
  const { isFetched } = useAccount();
  const statement = useApi(
    ['statement', `${period.from ?? ''}/${period.to ?? ''}`, query],
    (florin, signal) => florin.account.statement(query, { signal }),
    { enabled: isFetched },
  );
  return (
    <Page
      title={texts.title}
      description={texts.timeZone(timeZone)}
      actions={statement.data && <StatementDownload period={period} lines={statement.data.totals.count} />}
    >
      <PeriodPicker period={period} preset={presetOf(search, currentMonth)} currentMonth={currentMonth} />
      {!statement.isLoadingError && <StatementSummary statement={statement.data} />}
      <DataTable
        label={texts.list}
        columns={useColumns(statement.data?.currency ?? '')}
        query={statement}
        cursor={{ starting_after, ending_before }}
        linkOf={({ transaction_id }) => `/transactions/${transaction_id}`}
        empty={<EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>}
      />
    </Page>
  );
}

function useColumns(currency: string): readonly Column<StatementLine>[] {
  const texts = useTexts(STATEMENT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { types } = useTexts(TRANSACTION_TEXTS);
  return [
    { label: texts.posted, cell: (row) => <TimeText value={row.posted_at} /> },
    { label: common.type, cell: (row) => types[row.type], isSecondary: true },
    {
      label: common.reference,
      cell: (row) => (
        <Text span inherit style={{ overflowWrap: 'anywhere' }}>
          <Reference reference={row.reference} />
        </Text>
      ),
      isSecondary: true,
    },
    {
      label: common.amount,
      cell: (row) => <MoneyText amount={row.amount} currency={currency} isSigned fw={600} />,
      align: 'right',
    },
    {
      label: texts.balanceAfter,
      cell: (row) => <MoneyText amount={row.balance_after} currency={currency} />,
      align: 'right',
      isSecondary: true,
    },
  ];
}
