import type { User } from '@florin/client';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@florin/identity';
import { useState } from 'react';
import { useChange } from '../../api/use-api.js';
import { ConfirmDialog } from '../../common/confirm-dialog.js';
import { PasswordInput } from '../../common/password-input.js';
import { useTexts } from '../../i18n/language.js';
import { TEAM_TEXTS } from './texts.js';

interface SetPasswordDialogProps {
  readonly user: User;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function SetPasswordDialog({ user, isOpen, onClose }: SetPasswordDialogProps) {
  const texts = useTexts(TEAM_TEXTS);
  const [password, setPassword] = useState('');
  const close = (): void => {
    setPassword('');
    onClose();
  };
  const change = useChange((florin) => florin.users.update(user.id, { password }), {
    changes: ['users'],
    done: texts.passwordSet,
    onDone: close,
    isErrorShown: true,
    isOfService: true,
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      title={texts.setPassword}
      text={texts.setPasswordText(user.email)}
      action={texts.setPassword}
      isPending={change.isPending}
      error={change.error}
      onConfirm={() => {
        change.mutate(undefined);
      }}
    >
      <PasswordInput
        label={texts.newPassword}
        description={texts.passwordHint(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH)}
        value={password}
        required
        autoComplete="new-password"
        onChange={(event) => {
          setPassword(event.currentTarget.value);
        }}
      />
    </ConfirmDialog>
  );
}
