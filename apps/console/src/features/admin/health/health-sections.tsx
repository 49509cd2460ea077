import type { ServiceHealth } from '@florin/client';
import { Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../../../common/formats.js';
import { Section } from '../../../common/section.js';
import { TimeText } from '../../../common/time-text.js';
import { useTexts } from '../../../i18n/language.js';
import { HEALTH_TEXTS } from './texts.js';

export function LedgerSection({ verify }: Pick<ServiceHealth, 'verify'>) {
  const texts = useTexts(HEALTH_TEXTS);
  const { number } = useFormats();
  if (verify === null)
    return (
      <Section title={texts.verify} actions={<State text={texts.neverVerified} color="gray" />}>
        <Text size="sm" c="dimmed">
          {texts.neverVerifiedHint}
        </Text>
      </Section>
    );
  const isIntact = verify.findings === 0;
  return (
    <Section
      title={texts.verify}
      actions={<State text={isIntact ? texts.intact : texts.damaged} color={isIntact ? 'teal' : 'red'} />}
    >
      <Facts
        facts={[
          [texts.verified, <TimeText key="time" value={verify.ended_at} />],
          [texts.rules, number(verify.rules)],
          [texts.findings, number(verify.findings)],
        ]}
      />
    </Section>
  );
}

export function BacklogSection({ health: { webhooks, mails } }: { readonly health: ServiceHealth }) {
  const texts = useTexts(HEALTH_TEXTS);
  const { number } = useFormats();
  const waiting = ({ pending, oldest_due_at }: ServiceHealth['mails']): ReactNode => (
    <>
      {texts.waiting(number(pending))}
      {oldest_due_at !== null && (
        <Text size="xs" c="dimmed" component="div">
          {texts.dueSince} <TimeText value={oldest_due_at} />
        </Text>
      )}
    </>
  );
  return (
    <Section title={texts.backlog}>
      <Facts
        facts={[
          [texts.webhooks, waiting(webhooks)],
          [texts.failingEndpoints, number(webhooks.failing_endpoints)],
          [texts.mails, waiting(mails)],
        ]}
      />
    </Section>
  );
}

export function DatabaseSection({ database }: Pick<ServiceHealth, 'database'>) {
  const texts = useTexts(HEALTH_TEXTS);
  const { number } = useFormats();
  return (
    <Section title={texts.database}>
      <Facts
        facts={[
          [texts.version, database.version],
          [texts.pendingMigrations, number(database.pending_migrations)],
        ]}
      />
    </Section>
  );
}

export function State({ text, color }: { readonly text: string; readonly color: string }) {
  return (
    <Badge variant="light" color={color} tt="none" autoContrast miw="max-content">
      {text}
    </Badge>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <Stack gap={6}>
      {facts.map(([label, value]) => (
        <Group key={label} justify="space-between" align="flex-start" gap="xs">
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text size="sm" component="div" ta="right">
            {value}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
