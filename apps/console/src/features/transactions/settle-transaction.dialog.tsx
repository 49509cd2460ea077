import { useState } from 'react';
import { MONEY_RESOURCES } from '../../api/money-resources.js';
import { useChange } from '../../api/use-api.js';
import { Dialog } from '../../common/dialog.js';
import { DialogForm } from '../../common/dialog-form.js';
import { useTexts } from '../../i18n/language.js';
import { SettlementFields, settlementRequest, SUCCEEDED } from './settlement.fields.js';
import { TRANSACTION_TEXTS } from './texts.js';

interface SettleDialogProps {
  readonly transactionId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function SettleTransactionDialog(props: SettleDialogProps) {
  const texts = useTexts(TRANSACTION_TEXTS);
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={texts.settleTitle}>
      <SettleForm {...props} />
    </Dialog>
  );
}

function SettleForm({ transactionId, onClose }: SettleDialogProps) {
  const texts = useTexts(TRANSACTION_TEXTS);
  const [settlement, setSettlement] = useState(SUCCEEDED);
  const settle = useChange(
    (florin) => florin.transactions.settle(transactionId, settlementRequest(settlement)),
    { changes: MONEY_RESOURCES, done: texts.settled, onDone: onClose, isErrorShown: true },
  );
  return (
    <DialogForm
      action={texts.settle}
      onSubmit={() => {
        settle.mutate(undefined);
      }}
      onClose={onClose}
      isPending={settle.isPending}
      error={settle.error}
    >
      <SettlementFields settlement={settlement} onChange={setSettlement} />
    </DialogForm>
  );
}
