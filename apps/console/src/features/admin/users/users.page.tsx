import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { Page } from '../../../common/page.js';
import { EmptyState } from '../../../common/states.js';
import { useTexts } from '../../../i18n/language.js';
import { CreateUserDialog } from '../../team/create-user.dialog.js';
import { TEAM_TEXTS } from '../../team/texts.js';
import { UsersTable } from '../../team/users-table.js';
import { USERS_TEXTS } from './texts.js';

export function UsersPage() {
  const texts = useTexts(USERS_TEXTS);
  const { addUser, addUserHint } = useTexts(TEAM_TEXTS);
  const { account: _, ...search } = useSearch({ from: '/app/for-admins/admin/users' });
  const [isCreating, creation] = useDisclosure();
  return (
    <Page title={texts.title} actions={<Button onClick={creation.open}>{addUser}</Button>}>
      <UsersTable
        label={texts.title}
        search={search}
        linkOf={({ id }) => `/admin/users/${id}`}
        empty={<EmptyState title={texts.empty} />}
      />
      <CreateUserDialog isOpen={isCreating} onClose={creation.close} title={addUser} hint={addUserHint} />
    </Page>
  );
}
