import type { OperationName } from '@florin/identity';
import { Group, Paper, SimpleGrid, Stack, Text, ThemeIcon } from '@mantine/core';
import { type Icon, IconCash, IconKey, IconWebhook } from '@tabler/icons-react';
import { useCan } from '../../api/permissions.js';
import { useAccount } from '../../api/use-account.js';
import { LinkTo } from '../../common/links.js';
import { Section } from '../../common/section.js';
import { useTexts } from '../../i18n/language.js';
import { useOpenPayments, useRecentTransactions } from './queries.js';
import { HOME_TEXTS } from './texts.js';

interface Step {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly needs: OperationName;
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
}

/** See useCreating. */
const CREATE = { create: 'true' };

/** Shown until an active account has its first transaction or payment request. */
export function GetStarted() {
  const texts = useTexts(HOME_TEXTS);
  const can = useCan();
  const account = useAccount();
  const isNew = [useRecentTransactions(), useOpenPayments()].every(({ data }) => data?.data.length === 0);
  const steps: readonly Step[] = [
    {
      to: '/payments/new',
      needs: 'payments.create',
      icon: IconCash,
      title: texts.startPayment,
      text: texts.startPaymentText,
    },
    {
      to: '/developers/api-keys',
      search: CREATE,
      needs: 'api_keys.create',
      icon: IconKey,
      title: texts.startKey,
      text: texts.startKeyText,
    },
    {
      to: '/developers/webhooks',
      search: CREATE,
      needs: 'webhook_endpoints.create',
      icon: IconWebhook,
      title: texts.startWebhook,
      text: texts.startWebhookText,
    },
  ];
  if (!isNew || account.data?.status !== 'active') return null;
  return (
    <Section title={texts.startTitle}>
      <Text size="sm">{texts.startText}</Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {steps
          .filter(({ needs }) => can(needs))
          .map((step) => (
            <StepCard key={step.to} step={step} />
          ))}
      </SimpleGrid>
    </Section>
  );
}

function StepCard({ step }: { readonly step: Step }) {
  return (
    <Paper withBorder radius="md" p="sm">
      <Group wrap="nowrap" align="flex-start">
        <ThemeIcon variant="light" size="lg">
          <step.icon size={18} />
        </ThemeIcon>
        <Stack gap={2}>
          <LinkTo to={step.to} {...(step.search && { search: step.search })} fw={600} size="sm">
            {step.title}
          </LinkTo>
          <Text size="sm" c="dimmed">
            {step.text}
          </Text>
        </Stack>
      </Group>
    </Paper>
  );
}
