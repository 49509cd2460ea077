import { Accordion, Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { CopyIcon } from '../../common/copy-text.js';
import { Page } from '../../common/page.js';
import { EmptyState } from '../../common/states.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { curlCommand } from '../../inspector/curl-command.js';
import { type RecordedRequest, recordedRequests } from '../../inspector/recorded-requests.js';
import { INSPECTOR_TEXTS } from './texts.js';

export function InspectorPage() {
  const texts = useTexts(INSPECTOR_TEXTS);
  const requests = useSyncExternalStore(recordedRequests.subscribe, recordedRequests.snapshot);
  return (
    <Page
      title={texts.title}
      description={texts.description}
      actions={
        <Button variant="default" size="xs" onClick={recordedRequests.clear}>
          {texts.clear}
        </Button>
      }
    >
      {requests.length === 0 ? (
        <EmptyState title={texts.empty} />
      ) : (
        <Accordion variant="separated" chevronPosition="left">
          {requests.map((request) => (
            <Accordion.Item key={request.number} value={String(request.number)}>
              <Accordion.Control>
                <Summary request={request} />
              </Accordion.Control>
              <Accordion.Panel>
                <Command request={request} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Page>
  );
}

function Summary({ request }: { readonly request: RecordedRequest }) {
  const { method, url, status, milliseconds } = request;
  const { pathname, search } = new URL(url);
  return (
    <Group gap="sm" wrap="nowrap">
      <Badge color={status === undefined ? 'gray' : status >= 200 && status < 300 ? 'teal' : 'red'}>
        {status ?? '…'}
      </Badge>
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {method} {pathname}
        {search}
      </Text>
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {milliseconds === undefined ? '' : `${String(milliseconds)} ms`}
      </Text>
    </Group>
  );
}

function Command({ request }: { readonly request: RecordedRequest }) {
  const texts = useTexts(INSPECTOR_TEXTS);
  const command = curlCommand(request);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          <TimeText value={request.startedAt.toISOString()} />
          {request.requestId !== undefined && ` · ${texts.requestId}: ${request.requestId}`}
        </Text>
        <CopyIcon value={command} label={texts.command} />
      </Group>
      <Code block tabIndex={0}>
        {command}
      </Code>
    </Stack>
  );
}
