import type { Statement } from '@florin/client';
import { Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useFormats } from '../../common/formats.js';
import { MoneyText } from '../../common/money-text.js';
import { useTexts } from '../../i18n/language.js';
import { STATEMENT_TEXTS } from './texts.js';

/** The balances at both ends of the period, and its totals. */
export function StatementSummary({ statement }: { readonly statement: Statement | undefined }) {
  const texts = useTexts(STATEMENT_TEXTS);
  const { number } = useFormats();
  const cards = [
    { label: texts.opening, amount: statement?.opening_balance, hint: texts.balanceHint },
    { label: texts.moneyIn, amount: statement?.totals.in },
    { label: texts.moneyOut, amount: statement?.totals.out },
    { label: texts.closing, amount: statement?.closing_balance, hint: texts.balanceHint },
  ];
  return (
    <Stack gap="sm">
      <SimpleGrid component="section" cols={{ base: 1, xs: 2, lg: 4 }} aria-label={texts.summary}>
        {cards.map(({ label, amount, hint }) => (
          <Paper key={label} withBorder radius="md" p="md" role="group" aria-label={label}>
            <Text size="sm" fw={600}>
              {label}
            </Text>
            {amount === undefined || statement === undefined ? (
              <Skeleton height={26} my={4} w={120} />
            ) : (
              <Text fz={22} fw={700} lh={1.5}>
                <MoneyText amount={amount} currency={statement.currency} />
              </Text>
            )}
            {hint !== undefined && (
              <Text size="xs" c="dimmed">
                {hint}
              </Text>
            )}
          </Paper>
        ))}
      </SimpleGrid>
      {statement !== undefined && (
        <Text size="sm" c="dimmed">
          {texts.lines(number(statement.totals.count))}
        </Text>
      )}
    </Stack>
  );
}
