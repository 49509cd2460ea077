import type { CreateRefund, Refund } from '@florin/client';
import { newIdempotencyKey } from '@florin/client';
import { Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { MONEY_RESOURCES } from '../../api/money-resources.js';
import { useChange } from '../../api/use-api.js';
import { AmountInput } from '../../common/amount-input.js';
import { amountText, parseAmount } from '../../common/amounts.js';
import { Dialog } from '../../common/dialog.js';
import { DialogForm } from '../../common/dialog-form.js';
import { useFormats } from '../../common/formats.js';
import { MAX_TEXT_LENGTH } from '../../common/limits.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { PAYMENT_TEXTS } from './texts.js';

interface RefundDialogProps {
  readonly paymentId: string;
  readonly currency: string;
  /** What can be refunded at most. */
  readonly left: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function RefundDialog(props: RefundDialogProps) {
  const { refundTitle } = useTexts(PAYMENT_TEXTS);
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={refundTitle}>
      <RefundForm {...props} />
    </Dialog>
  );
}

/** All that is left by default. Sends the amount that is shown, whatever else is refunded meanwhile. */
function RefundForm({ paymentId, currency, left, onClose }: RefundDialogProps) {
  const texts = useTexts(PAYMENT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const formats = useFormats();
  const [text, setText] = useState(amountText(left, currency));
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const refund = useRefund(paymentId, onClose);
  const submit = (): void => {
    const amount = parseAmount(text, currency);
    if (amount === undefined || amount === 0) setProblem(texts.amountNeeded);
    else if (amount > left) setProblem(texts.tooMuch(formats.money(left, currency)));
    else refund.mutate({ amount, ...(reason.trim() !== '' && { reason: reason.trim() }) });
  };
  return (
    <DialogForm
      action={texts.refund}
      onSubmit={() => {
        submit();
      }}
      onClose={onClose}
      isPending={refund.isPending}
      noValidate
      error={refund.error}
    >
      <Text size="sm">{texts.refundHint(formats.money(left, currency))}</Text>
      <AmountInput
        label={common.amount}
        currency={currency}
        value={text}
        onChange={(next) => {
          setText(next);
          setProblem(undefined);
        }}
        error={problem}
        required
        data-autofocus
      />
      <TextInput
        label={texts.reason}
        description={texts.reasonHint}
        value={reason}
        maxLength={MAX_TEXT_LENGTH}
        onChange={(event) => {
          setReason(event.currentTarget.value);
        }}
      />
    </DialogForm>
  );
}

function useRefund(paymentId: string, onDone: () => void) {
  const texts = useTexts(PAYMENT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { money } = useFormats();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const notify = ({ status, amount, currency, failure_reason }: Refund): void => {
    const text = money(amount, currency);
    const message = {
      succeeded: texts.refundSucceeded(text),
      pending: texts.refundPending,
      failed: texts.refundFailed(text, texts.refundFailureReasons[failure_reason ?? 'refund_declined']),
    }[status];
    const color = { succeeded: 'teal', pending: 'yellow', failed: 'red' }[status];
    notifications.show({
      message,
      color,
      autoClose: status === 'failed' ? 8_000 : 4_000,
      closeButtonProps: { 'aria-label': common.close },
    });
  };
  return useChange(
    (florin, body: CreateRefund) => florin.refunds.create(paymentId, body, { idempotencyKey }),
    {
      changes: ['payments', 'refunds', ...MONEY_RESOURCES],
      isErrorShown: true,
      onDone: (refund) => {
        notify(refund);
        onDone();
      },
    },
  );
}
