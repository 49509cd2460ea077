import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useCan } from '../../api/permissions.js';
import { NeedsAccount } from '../../common/needs-account.js';
import { Page } from '../../common/page.js';
import { useCreating } from '../../common/use-creating.js';
import { useTexts } from '../../i18n/language.js';
import { CreateTransactionDialog } from './create-transaction.dialog.js';
import { ExportButton } from './export-button.js';
import { TRANSACTION_TEXTS } from './texts.js';
import { TransactionTable } from './transaction-table.js';

export function TransactionsPage() {
  const texts = useTexts(TRANSACTION_TEXTS);
  return (
    <NeedsAccount title={texts.title}>
      <Transactions />
    </NeedsAccount>
  );
}

function Transactions() {
  const texts = useTexts(TRANSACTION_TEXTS);
  const can = useCan();
  const { account: _, create: _create, ...search } = useSearch({ from: '/app/transactions' });
  const [isCreating, dialog] = useCreating();
  const create = can('transactions.create') && (
    <Button leftSection={<IconPlus size={16} />} onClick={dialog.open}>
      {texts.create}
    </Button>
  );
  return (
    <Page
      title={texts.title}
      actions={
        <>
          <ExportButton search={search} scope="account" />
          {create}
        </>
      }
    >
      <TransactionTable search={search} scope="account" />
      <CreateTransactionDialog isOpen={isCreating && create !== false} onClose={dialog.close} />
    </Page>
  );
}
