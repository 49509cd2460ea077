import type { User } from '@florin/client';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/use-api.js';
import { Dialog } from '../../common/dialog.js';
import { DialogForm } from '../../common/dialog-form.js';
import { MAX_TEXT_LENGTH, MAX_USERNAME_LENGTH } from '../../common/limits.js';
import { orNull } from '../../common/or-null.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { TEAM_TEXTS } from './texts.js';
import { useUserRules } from './user-rules.js';

interface UserDialogProps {
  readonly user: User;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function EditUserDialog({ user, isOpen, onClose }: UserDialogProps) {
  const texts = useTexts(TEAM_TEXTS);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.editTitle}>
      <EditUserForm user={user} onClose={onClose} />
    </Dialog>
  );
}

function EditUserForm({ user, onClose }: Omit<UserDialogProps, 'isOpen'>) {
  const texts = useTexts(TEAM_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { canSetUsername } = useUserRules()(user);
  const [name, setName] = useState(user.name ?? '');
  const [username, setUsername] = useState(user.username ?? '');
  const save = useChange(
    (florin) =>
      florin.users.update(user.id, {
        name: orNull(name),
        ...(canSetUsername && { username: orNull(username) }),
      }),
    { changes: ['users'], done: common.saved, onDone: onClose, isErrorShown: true, isOfService: true },
  );
  return (
    <DialogForm
      action={common.save}
      onSubmit={() => {
        save.mutate(undefined);
      }}
      onClose={onClose}
      isPending={save.isPending}
      error={save.error}
    >
      <TextInput
        label={common.name}
        value={name}
        maxLength={MAX_TEXT_LENGTH}
        autoComplete="off"
        onChange={(event) => {
          setName(event.currentTarget.value);
        }}
      />
      {canSetUsername && (
        <TextInput
          label={texts.username}
          description={texts.usernameHint}
          value={username}
          maxLength={MAX_USERNAME_LENGTH}
          autoComplete="off"
          onChange={(event) => {
            setUsername(event.currentTarget.value);
          }}
        />
      )}
    </DialogForm>
  );
}
