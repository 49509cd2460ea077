import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { MoneyText } from '../../common/money-text.js';
import { ErrorState } from '../../common/states.js';
import { useTexts } from '../../i18n/language.js';
import { useBalance } from './queries.js';
import { HOME_TEXTS } from './texts.js';

export function BalanceCards() {
  const texts = useTexts(HOME_TEXTS);
  const balance = useBalance();
  const failed = balance.isError && <ErrorState error={balance.error} onRetry={balance.refetch} />;
  if (balance.isLoadingError) return failed;
  const currency = balance.data?.currency;
  const cards = [
    { label: texts.available, hint: texts.availableHint, amount: balance.data?.available },
    { label: texts.held, hint: texts.heldHint, amount: balance.data?.held },
    { label: texts.incoming, hint: texts.incomingHint, amount: balance.data?.incoming },
  ];
  return (
    <>
      {failed}
      <SimpleGrid component="section" cols={{ base: 1, sm: 3 }} aria-label={texts.balance}>
        {cards.map(({ label, hint, amount }) => (
          <Paper key={label} withBorder radius="md" p="md" role="group" aria-label={label}>
            <Text size="sm" fw={600}>
              {label}
            </Text>
            {amount === undefined || currency === undefined ? (
              <Skeleton height={34} my={4} w={140} />
            ) : (
              <Text fz={28} fw={700} lh={1.5}>
                <MoneyText amount={amount} currency={currency} />
              </Text>
            )}
            <Text size="xs" c="dimmed">
              {hint}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </>
  );
}
