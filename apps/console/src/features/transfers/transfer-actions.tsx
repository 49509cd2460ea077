import type { Transfer } from '@florin/client';
import { TRANSACTION_STATE_MACHINE } from '@florin/ledger';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useAccountScope } from '../../api/account-scope.js';
import { MONEY_RESOURCES } from '../../api/money-resources.js';
import { useCan } from '../../api/permissions.js';
import { useChange } from '../../api/use-api.js';
import { ConfirmDialog } from '../../common/confirm-dialog.js';
import { useFormats } from '../../common/formats.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { SettlementFields, settlementRequest, SUCCEEDED } from '../transactions/settlement.fields.js';
import { TRANSFER_TEXTS } from './texts.js';

interface TransferProps {
  readonly transfer: Transfer;
}

interface ButtonProps extends TransferProps {
  readonly isOffered: boolean;
}

/** Both sides of a transfer have the states of a transaction. A dialog stays open if the status changes meanwhile. */
export function TransferActions({ transfer }: TransferProps) {
  const can = useCan();
  const { accountId } = useAccountScope();
  const actions = TRANSACTION_STATE_MACHINE.transitions[transfer.status];
  const isDestination = accountId === transfer.to_account_id;
  return (
    <>
      <SettleTransferButton
        transfer={transfer}
        isOffered={actions.settle_succeeded !== undefined && can('transfers.settle')}
      />
      <CancelTransferButton
        transfer={transfer}
        isOffered={actions.cancel !== undefined && can('transfers.cancel') && !isDestination}
      />
    </>
  );
}

function CancelTransferButton({ transfer: { id, amount, currency }, isOffered }: ButtonProps) {
  const texts = useTexts(TRANSFER_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const formats = useFormats();
  const [isOpen, dialog] = useDisclosure();
  const cancel = useChange((florin) => florin.transfers.cancel(id), {
    changes: MONEY_RESOURCES,
    done: texts.canceledToast,
    isErrorShown: true,
    onDone: dialog.close,
  });
  return (
    <>
      {isOffered && (
        <Button variant="default" onClick={dialog.open}>
          {texts.cancel}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={dialog.close}
        title={texts.cancelTitle}
        text={texts.cancelText(formats.money(amount, currency))}
        action={texts.cancel}
        keep={common.back}
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

function SettleTransferButton({ transfer: { id, amount, currency }, isOffered }: ButtonProps) {
  const texts = useTexts(TRANSFER_TEXTS);
  const formats = useFormats();
  const [isOpen, dialog] = useDisclosure();
  const [settlement, setSettlement] = useState(SUCCEEDED);
  const settle = useChange((florin) => florin.transfers.settle(id, settlementRequest(settlement)), {
    changes: MONEY_RESOURCES,
    done: texts.settledToast,
    isErrorShown: true,
    onDone: dialog.close,
  });
  return (
    <>
      {isOffered && (
        <Button
          onClick={() => {
            setSettlement(SUCCEEDED);
            dialog.open();
          }}
        >
          {texts.settle}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={dialog.close}
        title={texts.settleTitle}
        text={texts.settleText(formats.money(amount, currency))}
        action={texts.settle}
        isPending={settle.isPending}
        error={settle.error}
        onConfirm={() => {
          settle.mutate(undefined);
        }}
      >
        <SettlementFields settlement={settlement} onChange={setSettlement} />
      </ConfirmDialog>
    </>
  );
}
