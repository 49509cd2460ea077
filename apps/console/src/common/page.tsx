import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  /** Beside the title, such as a status. */
  readonly note?: ReactNode;
  readonly description?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Every page has one heading, which is also the title of the browser's tab. */
export function Page({ title, note, description, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Florin`);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Stack gap={2}>
          <Group gap="sm">
            <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {note}
          </Group>
          {description !== undefined && (
            <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {description}
            </Text>
          )}
        </Stack>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
