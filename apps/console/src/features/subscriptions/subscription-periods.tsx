import type { Subscription } from '@florin/client';
import { Text } from '@mantine/core';
import { useFormats } from '../../common/formats.js';
import { MoneyText } from '../../common/money-text.js';
import { Section } from '../../common/section.js';
import { TimeText } from '../../common/time-text.js';
import { WebLink } from '../../common/web-link.js';
import { useTexts } from '../../i18n/language.js';
import { SUBSCRIPTION_TEXTS } from './texts.js';
import { nextChargeAt } from './upcoming-charge.js';

interface OfSubscription {
  readonly subscription: Subscription;
}

export function UpcomingCharge({ subscription }: OfSubscription) {
  const texts = useTexts(SUBSCRIPTION_TEXTS);
  const { status, amount, currency, current_period, current_period_end } = subscription;
  const chargeAt = nextChargeAt(subscription, new Date());
  const isNextPeriod = chargeAt?.getTime() === new Date(current_period_end).getTime();
  return (
    <Section title={texts.nextPaymentRequest}>
      {chargeAt === undefined ? (
        <Text c="dimmed">{status === 'paused' ? texts.noneWhilePaused : texts.noneAnyMore}</Text>
      ) : (
        <div>
          <MoneyText amount={amount} currency={currency} fz="xl" fw={700} />
          <Text>
            <TimeText value={chargeAt.toISOString()} />
          </Text>
          <Text c="dimmed" size="sm">
            {isNextPeriod ? texts.forPeriod(current_period + 1) : texts.forThisPeriod}
          </Text>
        </div>
      )}
    </Section>
  );
}

export function CurrentPeriod({ subscription }: OfSubscription) {
  const texts = useTexts(SUBSCRIPTION_TEXTS);
  const { date } = useFormats();
  const { status, current_period, current_period_start, current_period_end, current_period_paid_at } =
    subscription;
  const hasOpenRequest =
    current_period_paid_at === null && nextChargeAt(subscription, new Date()) !== undefined;
  return (
    <Section title={status === 'canceled' ? texts.lastPeriod : texts.currentPeriod}>
      <div>
        <Text fz="xl" fw={700}>
          {texts.period(current_period)}
        </Text>
        <Text>
          {date(current_period_start)} – {date(current_period_end)}
        </Text>
        <Text c="dimmed" size="sm">
          {current_period_paid_at === null ? (
            texts.notPaid
          ) : (
            <>
              {texts.paid} <TimeText value={current_period_paid_at} />
            </>
          )}
          {hasOpenRequest && (
            <>
              {' · '}
              <WebLink url={subscription.latest_payment_url} underline="always">
                {texts.paymentPage}
              </WebLink>
            </>
          )}
        </Text>
      </div>
    </Section>
  );
}
