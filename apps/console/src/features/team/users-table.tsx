import type { ListUsersQuery, User } from '@florin/client';
import { USER_STATUSES } from '@florin/identity';
import { Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApi } from '../../api/use-api.js';
import { type Column, DataTable } from '../../common/data-table.js';
import { type Filter, FilterBar } from '../../common/filter-bar.js';
import { NumberedPager, pageNumber } from '../../common/numbered-pager.js';
import { PAGE_SIZE } from '../../common/search.js';
import { StatusBadge } from '../../common/status-badge.js';
import { STATUS_TEXTS } from '../../common/status-texts.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useTexts } from '../../i18n/language.js';
import { useSignedIn } from '../../session/session.js';
import { TEAM_TEXTS } from './texts.js';
import { UserMenu } from './user-menu.js';

interface UsersTableProps {
  readonly label: string;
  readonly search: { readonly search?: string; readonly status?: string; readonly page?: string };
  readonly linkOf?: (user: User) => string;
  readonly empty: ReactNode;
}

/** The users that the signed-in user may list: of the own account, or all of them. */
export function UsersTable({ label, search, linkOf, empty }: UsersTableProps) {
  const texts = useTexts(TEAM_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const statuses = useTexts(STATUS_TEXTS);
  const query = { ...search, page: pageNumber(search.page), limit: PAGE_SIZE } as ListUsersQuery;
  const users = useApi(
    ['users', query],
    async (florin) => {
      const { data, pagination } = await florin.users.page(query);
      const { page, limit, total_records: total } = pagination;
      return { data, has_more: false, pagination: { page, limit, total } };
    },
    { isOfService: true },
  );
  const filters: readonly Filter[] = [
    { kind: 'text', name: 'search', label: texts.searchLabel },
    {
      kind: 'choice',
      name: 'status',
      label: common.status,
      options: USER_STATUSES.map((value) => ({ value, label: statuses[value] })),
    },
  ];
  return (
    <>
      <FilterBar filters={filters} />
      <Stack gap="sm">
        <DataTable
          label={label}
          columns={useColumns()}
          query={users}
          {...(linkOf && { linkOf })}
          empty={empty}
          filters={filters}
        />
        <NumberedPager pagination={users.data?.pagination} />
      </Stack>
    </>
  );
}

function useColumns(): readonly Column<User>[] {
  const texts = useTexts(TEAM_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  return [
    { label: texts.user, cell: (user) => <UserName user={user} /> },
    { label: texts.role, cell: ({ role }) => texts.roles[role], isSecondary: true },
    { label: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { label: common.created, cell: (user) => <TimeText value={user.created_at} />, isSecondary: true },
    { label: common.actions, cell: (user) => <UserMenu user={user} />, align: 'right' },
  ];
}

function UserName({ user: { id, name, email } }: { readonly user: User }) {
  const texts = useTexts(TEAM_TEXTS);
  const { user: caller } = useSignedIn();
  return (
    <Group gap="xs">
      <div>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name ?? email}
        </Text>
        {name !== null && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
        )}
      </div>
      {id === caller.id && (
        <Badge variant="light" color="gray" tt="none" autoContrast miw="max-content">
          {texts.you}
        </Badge>
      )}
    </Group>
  );
}
