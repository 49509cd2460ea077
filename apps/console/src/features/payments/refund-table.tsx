import type { Refund } from '@florin/client';
import { Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { CopyIcon } from '../../common/copy-text.js';
import { LinkTo } from '../../common/links.js';
import { MoneyText } from '../../common/money-text.js';
import { Section } from '../../common/section.js';
import { StatusBadge } from '../../common/status-badge.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import type { PaymentWithRefunds } from './refundable.js';
import { PAYMENT_TEXTS } from './texts.js';

export function RefundTable({ refunds, hasMoreRefunds }: PaymentWithRefunds) {
  const texts = useTexts(PAYMENT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  if (refunds.length === 0) return null;
  return (
    <Section title={texts.refunds}>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table aria-label={texts.refunds}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{common.amount}</Table.Th>
              <Table.Th>{common.status}</Table.Th>
              <Table.Th>{texts.reason}</Table.Th>
              <Table.Th visibleFrom="sm" ta="right">
                {common.created}
              </Table.Th>
              <Table.Th>
                <VisuallyHidden>{common.id}</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {refunds.map((refund) => (
              <RefundRow key={refund.id} refund={refund} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {hasMoreRefunds && (
        <Text size="sm" c="dimmed">
          {texts.moreRefunds(refunds.length)}
        </Text>
      )}
    </Section>
  );
}

function RefundRow({ refund }: { readonly refund: Refund }) {
  const texts = useTexts(PAYMENT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return (
    <Table.Tr>
      <Table.Td>
        <MoneyText amount={refund.amount} currency={refund.currency} fw={600} />
      </Table.Td>
      <Table.Td>
        <StatusBadge status={refund.status} />
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Stack gap={2}>
          {refund.reason}
          {refund.failure_reason !== null && (
            <Text size="sm" c="var(--mantine-color-error)">
              {texts.refundFailureReasons[refund.failure_reason]}
            </Text>
          )}
          <Text size="sm">
            <LinkTo to={`/transactions/${refund.transaction_id}`} fz="inherit">
              {texts.transaction}
            </LinkTo>
          </Text>
        </Stack>
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        <TimeText value={refund.created_at} />
      </Table.Td>
      <Table.Td>
        <CopyIcon value={refund.id} label={common.id} />
      </Table.Td>
    </Table.Tr>
  );
}
