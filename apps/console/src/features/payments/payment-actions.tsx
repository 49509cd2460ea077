import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../../api/permissions.js';
import { useChange } from '../../api/use-api.js';
import { ConfirmDialog } from '../../common/confirm-dialog.js';
import { useTexts } from '../../i18n/language.js';
import { RefundDialog } from './refund.dialog.js';
import { isCancellable, isPayable, leftToRefund, type PaymentWithRefunds } from './refundable.js';
import { PAYMENT_TEXTS } from './texts.js';

/** What the role may do and the payment's status allows. A dialog stays open if the status changes meanwhile. */
export function PaymentActions(data: PaymentWithRefunds) {
  const can = useCan();
  const { payment } = data;
  const left = leftToRefund(data);
  return (
    <>
      <CancelButton id={payment.id} isOffered={can('payments.cancel') && isCancellable(payment)} />
      <SendButton
        id={payment.id}
        email={payment.customer_email}
        isOffered={can('payments.send_email') && isPayable(payment, Date.now())}
      />
      <RefundButton
        id={payment.id}
        left={left}
        currency={payment.currency}
        isOffered={can('refunds.create') && left > 0}
      />
    </>
  );
}

interface ButtonProps {
  readonly id: string;
  readonly isOffered: boolean;
}

function CancelButton({ id, isOffered }: ButtonProps) {
  const texts = useTexts(PAYMENT_TEXTS);
  const [isOpen, { open, close }] = useDisclosure();
  const cancel = useChange((florin, _: string) => florin.payments.cancel(id), {
    changes: ['payments', 'events'],
    done: texts.canceled,
    isErrorShown: true,
    onDone: close,
  });
  return (
    <>
      {isOffered && (
        <Button variant="default" onClick={open}>
          {texts.cancel}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title={texts.cancel}
        text={texts.cancelText}
        action={texts.cancel}
        keep={texts.keep}
        isDangerous
        isPending={cancel.isPending}
        error={cancel.error}
        onConfirm={cancel.mutate}
      />
    </>
  );
}

function SendButton({ id, email, isOffered }: ButtonProps & { readonly email: string }) {
  const texts = useTexts(PAYMENT_TEXTS);
  const [isOpen, { open, close }] = useDisclosure();
  const send = useChange(
    (florin, idempotencyKey: string) => florin.payments.sendEmail(id, { idempotencyKey }),
    {
      changes: ['events'],
      done: texts.sent(email),
      isErrorShown: true,
      onDone: close,
    },
  );
  return (
    <>
      {isOffered && (
        <Button variant="default" onClick={open}>
          {texts.sendEmail}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title={texts.sendEmail}
        text={texts.sendText(email)}
        action={texts.sendEmail}
        isPending={send.isPending}
        error={send.error}
        onConfirm={send.mutate}
      />
    </>
  );
}

interface RefundButtonProps extends ButtonProps {
  readonly left: number;
  readonly currency: string;
}

function RefundButton({ id, left, currency, isOffered }: RefundButtonProps) {
  const { refund } = useTexts(PAYMENT_TEXTS);
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      {isOffered && <Button onClick={open}>{refund}</Button>}
      <RefundDialog paymentId={id} currency={currency} left={left} isOpen={isOpen} onClose={close} />
    </>
  );
}
