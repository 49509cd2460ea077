import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { useCan } from '../../api/permissions.js';
import { useAccount } from '../../api/use-account.js';
import { LinkTo } from '../../common/links.js';
import { Needs } from '../../common/needs.js';
import { Page } from '../../common/page.js';
import { EmptyState } from '../../common/states.js';
import { useTexts } from '../../i18n/language.js';
import { LAYOUT_TEXTS } from '../../layout/texts.js';
import { useSignedIn } from '../../session/session.js';
import { CreateUserDialog } from './create-user.dialog.js';
import { TEAM_TEXTS } from './texts.js';
import { UsersTable } from './users-table.js';

export function TeamPage() {
  const { user } = useSignedIn();
  return (
    <Needs operation="users.list">{user.account_id === null ? <TeamForAdmins /> : <TeamOfAccount />}</Needs>
  );
}

/** The API lists the users of one account to its owner only. */
function TeamForAdmins() {
  const texts = useTexts(TEAM_TEXTS);
  const { users } = useTexts(LAYOUT_TEXTS);
  return (
    <Page title={texts.title}>
      <EmptyState title={texts.ofAdmins}>
        {texts.ofAdminsHint} <LinkTo to="/admin/users">{users}</LinkTo>
      </EmptyState>
    </Page>
  );
}

function TeamOfAccount() {
  const texts = useTexts(TEAM_TEXTS);
  const can = useCan();
  const { account: _, ...search } = useSearch({ from: '/app/team' });
  const account = useAccount();
  const [isCreating, creation] = useDisclosure();
  const isSuspended = account.data?.status === 'suspended';
  return (
    <Page
      title={texts.title}
      description={isSuspended ? texts.suspendedHint : texts.description}
      actions={
        can('users.create') && !isSuspended && <Button onClick={creation.open}>{texts.addMember}</Button>
      }
    >
      <UsersTable
        label={texts.title}
        search={search}
        empty={<EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>}
      />
      <CreateUserDialog
        isOpen={isCreating}
        onClose={creation.close}
        title={texts.addMember}
        hint={texts.addMemberHint}
      />
    </Page>
  );
}
