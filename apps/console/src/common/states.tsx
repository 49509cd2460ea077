import { FlorinError } from '@florin/client';
import { Alert, Button, Center, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf } from '../api/query-client.js';
import { useTexts } from '../i18n/language.js';
import { LinkTo } from './links.js';
import { COMMON_TEXTS } from './texts.js';

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: () => unknown;
  /** The address of the list, if what may be missing is an item of it: then to try again is no use. */
  readonly list?: string;
}

export function ErrorState({ error, onRetry, list }: ErrorStateProps) {
  const texts = useTexts(COMMON_TEXTS);
  const isMissing = list !== undefined && error instanceof FlorinError && error.status === 404;
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={texts.loadFailed} role="alert">
      <Group justify="space-between">
        <Text size="sm">{messageOf(error)}</Text>
        {isMissing ? (
          <LinkTo to={list} size="sm">
            {texts.backToList}
          </LinkTo>
        ) : (
          onRetry && (
            <Button variant="default" size="xs" onClick={() => void onRetry()}>
              {texts.retry}
            </Button>
          )
        )}
      </Group>
    </Alert>
  );
}

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** What to show in place of an empty list: what would be here, and how to make the first. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <Center py="xl">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <ThemeIcon variant="light" color="gray" size="xl" radius="xl">
          <IconInbox size={20} />
        </ThemeIcon>
        <Title order={2} size="h5">
          {title}
        </Title>
        {children !== undefined && (
          <Text c="dimmed" size="sm" component="div">
            {children}
          </Text>
        )}
      </Stack>
    </Center>
  );
}
