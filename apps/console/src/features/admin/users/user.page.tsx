import type { User } from '@florin/client';
import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useApi } from '../../../api/use-api.js';
import { CopyText } from '../../../common/copy-text.js';
import { DetailList } from '../../../common/detail-list.js';
import { LinkTo } from '../../../common/links.js';
import { Page } from '../../../common/page.js';
import { ResourceLink } from '../../../common/resource-link.js';
import { Section } from '../../../common/section.js';
import { ErrorState } from '../../../common/states.js';
import { StatusBadge } from '../../../common/status-badge.js';
import { COMMON_TEXTS } from '../../../common/texts.js';
import { TimeText } from '../../../common/time-text.js';
import { useTexts } from '../../../i18n/language.js';
import { TEAM_TEXTS } from '../../team/texts.js';
import { UserMenu } from '../../team/user-menu.js';
import { USERS_TEXTS } from './texts.js';

export function UserPage() {
  const texts = useTexts(USERS_TEXTS);
  const navigate = useNavigate();
  const { userId } = useParams({ from: '/app/for-admins/admin/users/$userId' });
  const { data: user, ...query } = useApi(['users', userId], (florin) => florin.users.get(userId), {
    isOfService: true,
  });
  if (query.isLoadingError)
    return (
      <Page title={texts.details}>
        <ErrorState error={query.error} onRetry={query.refetch} list="/admin/users" />
      </Page>
    );
  if (user?.id !== userId)
    return (
      <Page title={texts.details}>
        <Skeleton height={240} />
      </Page>
    );
  return (
    <Page
      title={user.name ?? user.email}
      note={<StatusBadge status={user.status} />}
      actions={
        <UserMenu
          user={user}
          isWide
          onDeleted={() => void navigate({ to: '/admin/users', search: true, replace: true })}
        />
      }
    >
      <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
        <Section title={texts.details}>
          <UserDetails user={user} />
        </Section>
        <Section title={texts.auditTitle}>
          <Stack gap="xs">
            <LinkTo to="/admin/audit" search={{ subject: userId }} size="sm">
              {texts.asSubject}
            </LinkTo>
            <LinkTo to="/admin/audit" search={{ actor: userId }} size="sm">
              {texts.asActor}
            </LinkTo>
          </Stack>
        </Section>
      </SimpleGrid>
    </Page>
  );
}

function UserDetails({ user }: { readonly user: User }) {
  const texts = useTexts(USERS_TEXTS);
  const team = useTexts(TEAM_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { id, email, username, role, account_id, created_at, updated_at } = user;
  return (
    <DetailList
      details={[
        { label: common.id, value: <CopyText value={id} label={common.id} /> },
        { label: common.email, value: email },
        { label: team.username, value: username },
        { label: team.role, value: team.roles[role] },
        account_id !== null && { label: texts.account, value: <ResourceLink id={account_id} /> },
        { label: common.created, value: <TimeText value={created_at} /> },
        { label: texts.changed, value: <TimeText value={updated_at} /> },
      ]}
    />
  );
}
