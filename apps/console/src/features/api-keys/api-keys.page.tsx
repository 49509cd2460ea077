import type { ApiKey } from '@florin/client';
import { API_KEY_STATE_MACHINE } from '@florin/identity';
import { Button, Code } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan } from '../../api/permissions.js';
import { useApi } from '../../api/use-api.js';
import { type Column, DataTable } from '../../common/data-table.js';
import { Needs } from '../../common/needs.js';
import { Page } from '../../common/page.js';
import { PAGE_SIZE } from '../../common/search.js';
import { SecretDialog } from '../../common/secret-dialog.js';
import { EmptyState } from '../../common/states.js';
import { StatusBadge } from '../../common/status-badge.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useCreating } from '../../common/use-creating.js';
import { useTexts } from '../../i18n/language.js';
import { useSignedIn } from '../../session/session.js';
import { CreateApiKeyDialog } from './create-api-key.dialog.js';
import { RevokeApiKeyDialog } from './revoke-api-key.dialog.js';
import { API_KEY_TEXTS } from './texts.js';

export function ApiKeysPage() {
  return (
    <Needs operation="api_keys.list">
      <ApiKeys />
    </Needs>
  );
}

function ApiKeys() {
  const texts = useTexts(API_KEY_TEXTS);
  const can = useCan();
  const isAdmin = useSignedIn().user.role === 'admin';
  const { starting_after, ending_before } = useSearch({ from: '/app/developers/api-keys' });
  const cursor = { starting_after, ending_before };
  const [isCreating, creating] = useCreating();
  const [secret, setSecret] = useState<string>();
  const [revoked, setRevoked] = useState<ApiKey>();
  const apiKeys = useApi(
    ['api_keys', cursor],
    (florin) => florin.apiKeys.page({ ...cursor, limit: PAGE_SIZE }),
    { isOfService: true },
  );
  return (
    <Page
      title={texts.title}
      description={isAdmin ? texts.adminDescription : texts.description}
      actions={can('api_keys.create') && <Button onClick={creating.open}>{texts.create}</Button>}
    >
      <DataTable
        label={texts.title}
        columns={useColumns(setRevoked)}
        query={apiKeys}
        cursor={cursor}
        empty={<EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>}
      />
      <CreateApiKeyDialog
        isOpen={isCreating && can('api_keys.create')}
        onClose={creating.close}
        onCreated={({ key }) => {
          creating.close();
          setSecret(key);
        }}
      />
      <SecretDialog
        title={texts.created}
        label={texts.secret}
        secret={secret}
        onClose={() => {
          setSecret(undefined);
        }}
      />
      <RevokeApiKeyDialog
        apiKey={revoked}
        onClose={() => {
          setRevoked(undefined);
        }}
      />
    </Page>
  );
}

/** The API leaves the status of an expired key as it was. */
const statusOf = ({ status, expires_at }: ApiKey): string =>
  status === 'active' && expires_at !== null && new Date(expires_at) <= new Date() ? 'expired' : status;

function useColumns(onRevoke: (apiKey: ApiKey) => void): readonly Column<ApiKey>[] {
  const texts = useTexts(API_KEY_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const can = useCan();
  const isAdmin = useSignedIn().user.role === 'admin';
  const kind: Column<ApiKey> = { label: texts.kind, cell: (row) => texts.kinds[row.kind] };
  return [
    {
      label: common.name,
      cell: ({ name }) => <span style={{ overflowWrap: 'anywhere' }}>{name}</span>,
    },
    {
      label: texts.key,
      cell: ({ last_four }) => <Code style={{ whiteSpace: 'nowrap' }}>flk_…{last_four}</Code>,
      isSecondary: true,
    },
    { label: common.status, cell: (row) => <StatusBadge status={statusOf(row)} /> },
    ...(isAdmin ? [kind] : []),
    { label: common.created, cell: (row) => <TimeText value={row.created_at} />, isSecondary: true },
    {
      label: texts.lastUsed,
      cell: ({ last_used_at }) => (last_used_at === null ? texts.never : <TimeText value={last_used_at} />),
      isSecondary: true,
    },
    {
      label: texts.expires,
      cell: ({ expires_at }) => (expires_at === null ? texts.never : <TimeText value={expires_at} />),
      isSecondary: true,
    },
    {
      label: common.actions,
      align: 'right',
      cell: (row) =>
        can('api_keys.revoke') &&
        API_KEY_STATE_MACHINE.transitions[row.status].revoke !== undefined && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`${texts.revoke}: ${row.name}`}
            onClick={() => {
              onRevoke(row);
            }}
          >
            {texts.revoke}
          </Button>
        ),
    },
  ];
}
