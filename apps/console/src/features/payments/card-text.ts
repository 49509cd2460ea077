import type { PaymentAttempt } from '@florin/client';
import { BRAND_NAMES } from '@florin/payments';
import { useTexts } from '../../i18n/language.js';
import { PAYMENT_TEXTS } from './texts.js';

/** Brand and last four digits of a card. */
export function useCardText(): (card: Pick<PaymentAttempt, 'brand' | 'last4'>) => string {
  const texts = useTexts(PAYMENT_TEXTS);
  return ({ brand, last4 }) =>
    texts.cardEnding(brand === 'unknown' ? texts.unknownBrand : BRAND_NAMES[brand], last4);
}
