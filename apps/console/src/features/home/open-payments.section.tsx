import { MoneyText } from '../../common/money-text.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { FewTable } from './few-table.js';
import { useOpenPayments } from './queries.js';
import { HOME_TEXTS } from './texts.js';

export function OpenPayments() {
  const texts = useTexts(HOME_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return (
    <FewTable
      title={texts.payments}
      to="/payments"
      search={{ status: 'pending' }}
      query={useOpenPayments()}
      empty={texts.noPayments}
      linkOf={({ id }) => `/payments/${id}`}
      columns={[
        { label: common.amount, cell: (row) => <MoneyText amount={row.amount} currency={row.currency} /> },
        {
          label: texts.customer,
          cell: (row) => <span style={{ overflowWrap: 'anywhere' }}>{row.customer_email}</span>,
        },
        {
          label: texts.expires,
          cell: (row) => <TimeText value={row.expires_at} />,
          align: 'right',
          isSecondary: true,
        },
      ]}
    />
  );
}
