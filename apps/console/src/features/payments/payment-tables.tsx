import type { PaymentAttempt, PaymentDetails } from '@florin/client';
import { Table } from '@mantine/core';
import { MoneyText } from '../../common/money-text.js';
import { Section } from '../../common/section.js';
import { StatusBadge } from '../../common/status-badge.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { useCardText } from './card-text.js';
import { PAYMENT_TEXTS } from './texts.js';

type Items = Pick<PaymentDetails, 'line_items' | 'amount' | 'currency'>;

export function LineItemTable({ line_items: items, amount, currency }: Items) {
  const texts = useTexts(PAYMENT_TEXTS);
  if (items.length === 0) return null;
  return (
    <Section title={texts.lineItems}>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table aria-label={texts.lineItems}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.item}</Table.Th>
              <Table.Th ta="right">{texts.quantity}</Table.Th>
              <Table.Th ta="right" visibleFrom="sm">
                {texts.unitAmount}
              </Table.Th>
              <Table.Th ta="right">{texts.total}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map(({ name, quantity, unit_amount }, index) => (
              <Table.Tr key={index}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
                <Table.Td ta="right">{quantity}</Table.Td>
                <Table.Td ta="right" visibleFrom="sm">
                  <MoneyText amount={unit_amount} currency={currency} />
                </Table.Td>
                <Table.Td ta="right">
                  <MoneyText amount={quantity * unit_amount} currency={currency} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th colSpan={2}>{texts.total}</Table.Th>
              <Table.Td visibleFrom="sm" />
              <Table.Th ta="right">
                <MoneyText amount={amount} currency={currency} />
              </Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

export function AttemptTable({ attempts }: { readonly attempts: readonly PaymentAttempt[] }) {
  const texts = useTexts(PAYMENT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const cardText = useCardText();
  if (attempts.length === 0) return null;
  return (
    <Section title={texts.attempts}>
      <Table aria-label={texts.attempts}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{common.status}</Table.Th>
            <Table.Th>{texts.card}</Table.Th>
            <Table.Th visibleFrom="sm" ta="right">
              {texts.time}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {attempts.map((attempt) => (
            <Table.Tr key={attempt.number}>
              <Table.Td>
                <StatusBadge status={attempt.status} />
              </Table.Td>
              <Table.Td>
                {cardText(attempt)}
                {attempt.decline_reason !== null && `: ${texts.declineReasons[attempt.decline_reason]}`}
              </Table.Td>
              <Table.Td visibleFrom="sm" ta="right">
                <TimeText value={attempt.started_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
