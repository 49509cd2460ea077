import { MoneyText } from '../../common/money-text.js';
import { StatusBadge } from '../../common/status-badge.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { TRANSACTION_TEXTS } from '../transactions/texts.js';
import { signedAmount } from '../transactions/transaction-rules.js';
import { FewTable } from './few-table.js';
import { useRecentTransactions } from './queries.js';
import { HOME_TEXTS } from './texts.js';

export function RecentTransactions() {
  const texts = useTexts(HOME_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { types } = useTexts(TRANSACTION_TEXTS);
  return (
    <FewTable
      title={texts.transactions}
      to="/transactions"
      query={useRecentTransactions()}
      empty={texts.noTransactions}
      linkOf={({ id }) => `/transactions/${id}`}
      columns={[
        {
          label: common.amount,
          cell: (row) => <MoneyText amount={signedAmount(row)} currency={row.currency} isSigned />,
        },
        { label: common.type, cell: (row) => types[row.type] },
        { label: common.status, cell: (row) => <StatusBadge status={row.status} /> },
        {
          label: common.created,
          cell: (row) => <TimeText value={row.created_at} />,
          align: 'right',
          isSecondary: true,
        },
      ]}
    />
  );
}
