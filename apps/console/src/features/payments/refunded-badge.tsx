import type { Payment } from '@florin/client';
import { Badge } from '@mantine/core';
import { useTexts } from '../../i18n/language.js';
import { PAYMENT_TEXTS } from './texts.js';

type Refunded = Pick<Payment, 'amount' | 'refunded_amount'>;

export function RefundedBadge({ amount, refunded_amount: refunded }: Refunded) {
  const texts = useTexts(PAYMENT_TEXTS);
  if (refunded === 0) return null;
  return (
    <Badge variant="outline" color="gray" tt="none" c="inherit" miw="max-content">
      {refunded < amount ? texts.partlyRefunded : texts.refunded}
    </Badge>
  );
}
