import type { WebhookDelivery } from '@florin/client';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useFormats } from '../../common/formats.js';
import { JsonView } from '../../common/json-view.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { WEBHOOK_TEXTS } from './texts.js';

type Attempt = WebhookDelivery['attempts'][number];

/** The requests of a delivery, newest first. */
export function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const texts = useTexts(WEBHOOK_TEXTS);
  const { number } = useFormats();
  if (attempts.length === 0) return <Text c="dimmed">{texts.noAttempts}</Text>;
  return (
    <Stack component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
      {attempts.toReversed().map((attempt) => (
        <Stack component="li" gap="xs" key={attempt.at}>
          <Group gap="sm">
            <AttemptResult attempt={attempt} />
            <Text size="sm" c="dimmed">
              <TimeText value={attempt.at} /> · {texts.duration(number(attempt.duration_ms))}
            </Text>
          </Group>
          <Response attempt={attempt} />
        </Stack>
      ))}
    </Stack>
  );
}

/** The status code, or that there was no response. */
export function AttemptResult({ attempt }: { readonly attempt: Attempt | undefined }) {
  const { noResponse } = useTexts(WEBHOOK_TEXTS);
  if (attempt === undefined) return '–';
  const { status_code } = attempt;
  const isSuccess = status_code !== null && status_code >= 200 && status_code < 300;
  return (
    <Badge variant="light" color={isSuccess ? 'teal' : 'red'} tt="none" autoContrast>
      {status_code ?? noResponse}
    </Badge>
  );
}

function Response({ attempt: { error, response } }: { readonly attempt: Attempt }) {
  const texts = useTexts(WEBHOOK_TEXTS);
  if (error !== null) return <Text size="sm">{error}</Text>;
  if (response === null || response === '')
    return (
      <Text size="sm" c="dimmed">
        {texts.emptyResponse}
      </Text>
    );
  return <JsonView label={texts.response} value={response} />;
}
