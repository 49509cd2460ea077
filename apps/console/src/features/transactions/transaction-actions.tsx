import type { Transaction } from '@florin/client';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { MONEY_RESOURCES } from '../../api/money-resources.js';
import { useCan } from '../../api/permissions.js';
import { useChange } from '../../api/use-api.js';
import { amountText } from '../../common/amounts.js';
import { ConfirmDialog } from '../../common/confirm-dialog.js';
import { useTexts } from '../../i18n/language.js';
import { CreateTransactionDialog } from './create-transaction.dialog.js';
import { useRefundsOf } from './refunds-section.js';
import { SettleTransactionDialog } from './settle-transaction.dialog.js';
import { TRANSACTION_TEXTS } from './texts.js';
import { canDo, isRefundable, leftToRefund } from './transaction-rules.js';

interface ActionProps {
  readonly transaction: Transaction;
}

interface OfferedActionProps extends ActionProps {
  readonly isOffered: boolean;
}

/**
 * What the user's role and the status of the transaction allow. A dialog stays open if the status changes meanwhile, so that
 * its error can be read.
 */
export function TransactionActions({ transaction }: ActionProps) {
  const can = useCan();
  return (
    <>
      {can('transactions.create') && isRefundable(transaction) && <RefundAction transaction={transaction} />}
      <CancelAction
        transaction={transaction}
        isOffered={can('transactions.cancel') && canDo(transaction, 'cancel')}
      />
      <SettleAction
        transaction={transaction}
        isOffered={can('transactions.settle') && canDo(transaction, 'settle_succeeded')}
      />
    </>
  );
}

function RefundAction({ transaction }: ActionProps) {
  const texts = useTexts(TRANSACTION_TEXTS);
  const [isOpen, dialog] = useDisclosure();
  const { id, account_id, currency } = transaction;
  const refunds = useRefundsOf(id);
  // If there are more refunds than one page has, only the API knows the amount left; its error is shown.
  const left =
    refunds.data === undefined || refunds.data.has_more
      ? undefined
      : leftToRefund(transaction, refunds.data.data);
  if (refunds.data === undefined) return null;
  const leftText = left === undefined ? '' : amountText(left, currency);
  return (
    <>
      {left !== 0 && (
        <Button variant="default" onClick={dialog.open}>
          {texts.refund}
        </Button>
      )}
      <CreateTransactionDialog
        isOpen={isOpen}
        onClose={dialog.close}
        refunded={{ id, accountId: account_id, currency, left: leftText }}
      />
    </>
  );
}

function CancelAction({ transaction: { id, type }, isOffered }: OfferedActionProps) {
  const texts = useTexts(TRANSACTION_TEXTS);
  const [isOpen, dialog] = useDisclosure();
  const cancel = useChange((florin) => florin.transactions.cancel(id), {
    changes: MONEY_RESOURCES,
    done: texts.canceled,
    onDone: dialog.close,
    isErrorShown: true,
  });
  return (
    <>
      {isOffered && (
        <Button variant="default" onClick={dialog.open}>
          {texts.cancelTransaction}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={dialog.close}
        title={texts.cancelTitle}
        text={type === 'payment' ? texts.cancelPaymentHint : texts.cancelCreditHint}
        action={texts.cancelTransaction}
        keep={texts.keep}
        isDangerous
        isPending={cancel.isPending}
        error={cancel.error}
        onConfirm={() => {
          cancel.mutate(undefined);
        }}
      />
    </>
  );
}

function SettleAction({ transaction: { id }, isOffered }: OfferedActionProps) {
  const texts = useTexts(TRANSACTION_TEXTS);
  const [isOpen, dialog] = useDisclosure();
  return (
    <>
      {isOffered && <Button onClick={dialog.open}>{texts.settle}</Button>}
      <SettleTransactionDialog transactionId={id} isOpen={isOpen} onClose={dialog.close} />
    </>
  );
}
