import type { PaymentDetails as Details } from '@florin/client';
import { CopyText } from '../../common/copy-text.js';
import { DetailList } from '../../common/detail-list.js';
import { MoneyText } from '../../common/money-text.js';
import { ResourceLink } from '../../common/resource-link.js';
import { Section } from '../../common/section.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { WebLink } from '../../common/web-link.js';
import { useTexts } from '../../i18n/language.js';
import { useCardText } from './card-text.js';
import { PAYMENT_TEXTS } from './texts.js';

export function PaymentDetails({ payment }: { readonly payment: Details }) {
  const texts = useTexts(PAYMENT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const cardText = useCardText();
  const { currency, status } = payment;
  const time = (label: string, value: string | null) =>
    value !== null && { label, value: <TimeText value={value} /> };
  const resource = (label: string, id: string | null) =>
    id !== null && { label, value: <ResourceLink id={id} /> };
  return (
    <Section title={common.details}>
      <DetailList
        details={[
          { label: common.amount, value: <MoneyText amount={payment.amount} currency={currency} /> },
          payment.refunded_amount > 0 && {
            label: texts.refundedAmount,
            value: <MoneyText amount={payment.refunded_amount} currency={currency} />,
          },
          { label: texts.customer, value: payment.customer_email },
          { label: texts.description, value: payment.description },
          { label: common.reference, value: payment.reference },
          payment.payment_method !== null && { label: texts.card, value: cardText(payment.payment_method) },
          time(common.created, payment.created_at),
          status === 'pending' && time(texts.expires, payment.expires_at),
          time(texts.paid, payment.paid_at),
          time(texts.canceledAt, payment.canceled_at),
          payment.cancel_reason !== null && {
            label: texts.cancelReason,
            value: texts.cancelReasons[payment.cancel_reason],
          },
          payment.send_email && { label: texts.sentOnCreation, value: texts.yes },
          status === 'succeeded' && {
            label: texts.receipt,
            value: <WebLink url={`${payment.payment_url}/receipt`}>{texts.openReceipt}</WebLink>,
          },
          resource(texts.transaction, payment.transaction_id),
          resource(texts.subscription, payment.subscription_id),
          { label: texts.successUrl, value: payment.success_url },
          { label: texts.cancelUrl, value: payment.cancel_url },
          { label: common.id, value: <CopyText value={payment.id} label={common.id} /> },
        ]}
      />
    </Section>
  );
}
