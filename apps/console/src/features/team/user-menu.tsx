import type { User } from '@florin/client';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { DeleteUserDialog } from './delete-user.dialog.js';
import { EditUserDialog } from './edit-user.dialog.js';
import { ResetMailDialog } from './reset-mail.dialog.js';
import { SetPasswordDialog } from './set-password.dialog.js';
import { TEAM_TEXTS } from './texts.js';
import { useUserRules } from './user-rules.js';
import { UserStatusDialog } from './user-status.dialog.js';

type Opened = 'edit' | 'reset' | 'password' | 'active' | 'suspended' | 'delete';

interface UserMenuProps {
  readonly user: User;
  /** On the user's page, not in a list. */
  readonly isWide?: boolean;
  readonly onDeleted?: () => void;
}

/** What the signed-in user may do with a user. */
export function UserMenu({ user, isWide = false, onDeleted }: UserMenuProps) {
  const texts = useTexts(TEAM_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { canRename, canSetPassword, canDelete, statuses } = useUserRules()(user);
  const [opened, setOpened] = useState<Opened>();
  const item = (what: Opened, label: string, color?: string) => (
    <Menu.Item
      color={color}
      onClick={() => {
        setOpened(what);
      }}
    >
      {label}
    </Menu.Item>
  );
  if (!canRename) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          {isWide ? (
            <Button variant="default" rightSection={<IconChevronDown size={14} />}>
              {common.actions}
            </Button>
          ) : (
            <ActionIcon variant="subtle" color="gray" aria-label={texts.actionsFor(user.email)}>
              <IconDots size={16} />
            </ActionIcon>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {item('edit', texts.edit)}
          {canSetPassword && item('reset', texts.sendReset)}
          {canSetPassword && item('password', texts.setPassword)}
          {statuses.includes('suspended') && item('suspended', texts.suspend)}
          {statuses.includes('active') && item('active', texts.reactivate)}
          {canDelete && item('delete', texts.delete, 'red')}
        </Menu.Dropdown>
      </Menu>
      <UserDialogs user={user} opened={opened} onOpen={setOpened} {...(onDeleted && { onDeleted })} />
    </>
  );
}

interface UserDialogsProps extends Pick<UserMenuProps, 'user' | 'onDeleted'> {
  readonly opened: Opened | undefined;
  readonly onOpen: (opened: Opened | undefined) => void;
}

function UserDialogs({ user, opened, onOpen, onDeleted }: UserDialogsProps) {
  const onClose = (): void => {
    onOpen(undefined);
  };
  return (
    <>
      <EditUserDialog user={user} isOpen={opened === 'edit'} onClose={onClose} />
      <ResetMailDialog user={user} isOpen={opened === 'reset'} onClose={onClose} />
      <SetPasswordDialog user={user} isOpen={opened === 'password'} onClose={onClose} />
      <UserStatusDialog
        user={user}
        status={opened === 'active' || opened === 'suspended' ? opened : undefined}
        onClose={onClose}
      />
      <DeleteUserDialog
        user={user}
        isOpen={opened === 'delete'}
        onClose={onClose}
        {...(onDeleted && { onDeleted })}
      />
    </>
  );
}
