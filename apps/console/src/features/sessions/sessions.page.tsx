import type { Session } from '@florin/client';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../api/use-api.js';
import { type Column, DataTable } from '../../common/data-table.js';
import { Page } from '../../common/page.js';
import { PAGE_SIZE } from '../../common/search.js';
import { EmptyState } from '../../common/states.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { deviceOf } from './device.js';
import { EndSessionDialog } from './end-session.dialog.js';
import { SESSION_TEXTS } from './texts.js';

export function SessionsPage() {
  const texts = useTexts(SESSION_TEXTS);
  const { account: _, ...search } = useSearch({ from: '/app/sessions' });
  const [ended, setEnded] = useState<Session>();
  const query = { ...search, limit: PAGE_SIZE };
  const sessions = useApi(['sessions', query], (florin) => florin.sessions.page(query), {
    isOfService: true,
  });
  const deviceText = useDeviceText();
  return (
    <Page title={texts.title} description={texts.description}>
      <DataTable
        label={texts.title}
        columns={useColumns(setEnded)}
        query={sessions}
        cursor={search}
        empty={<EmptyState title={texts.empty} />}
      />
      <EndSessionDialog
        session={ended}
        device={deviceText(ended?.agent ?? null)}
        onClose={() => {
          setEnded(undefined);
        }}
      />
    </Page>
  );
}

function useColumns(onEnd: (session: Session) => void): readonly Column<Session>[] {
  const texts = useTexts(SESSION_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const deviceText = useDeviceText();
  return [
    {
      label: texts.device,
      cell: ({ agent, current }) => (
        <Group gap="xs">
          <Text size="sm" fw={500} title={agent ?? undefined} style={{ overflowWrap: 'anywhere' }}>
            {deviceText(agent)}
          </Text>
          {current && (
            <Badge variant="light" color="teal" tt="none" autoContrast miw="max-content">
              {texts.current}
            </Badge>
          )}
        </Group>
      ),
    },
    { label: texts.address, cell: ({ address }) => address ?? '–', isSecondary: true },
    { label: texts.started, cell: (row) => <TimeText value={row.created_at} />, isSecondary: true },
    { label: texts.lastUsed, cell: (row) => <TimeText value={row.last_used_at} /> },
    { label: texts.expires, cell: (row) => <TimeText value={row.expires_at} />, isSecondary: true },
    {
      label: common.actions,
      cell: (session) => (
        <Button
          variant="default"
          size="xs"
          aria-label={texts.endOf(deviceText(session.agent))}
          onClick={() => {
            onEnd(session);
          }}
        >
          {texts.end}
        </Button>
      ),
      align: 'right',
    },
  ];
}

function useDeviceText(): (agent: string | null) => string {
  const texts = useTexts(SESSION_TEXTS);
  return (agent) => {
    if (agent === null) return texts.unknownDevice;
    const { program, system } = deviceOf(agent);
    return system === undefined ? program : texts.deviceOn(program, system);
  };
}
