import { useSearch } from '@tanstack/react-router';
import { Page } from '../../../common/page.js';
import { useTexts } from '../../../i18n/language.js';
import { LAYOUT_TEXTS } from '../../../layout/texts.js';
import { ExportButton } from '../../transactions/export-button.js';
import { TransactionTable } from '../../transactions/transaction-table.js';

export function AllTransactionsPage() {
  const { allTransactions } = useTexts(LAYOUT_TEXTS);
  const { account: _, ...search } = useSearch({ from: '/app/for-admins/admin/transactions' });
  return (
    <Page title={allTransactions} actions={<ExportButton search={search} scope="service" />}>
      <TransactionTable search={search} scope="service" />
    </Page>
  );
}
