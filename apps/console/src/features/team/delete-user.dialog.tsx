import type { User } from '@florin/client';
import { useChange } from '../../api/use-api.js';
import { ConfirmDialog } from '../../common/confirm-dialog.js';
import { useTexts } from '../../i18n/language.js';
import { TEAM_TEXTS } from './texts.js';

interface DeleteUserDialogProps {
  readonly user: User;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

export function DeleteUserDialog({ user, isOpen, onClose, onDeleted = onClose }: DeleteUserDialogProps) {
  const texts = useTexts(TEAM_TEXTS);
  const deletion = useChange((florin) => florin.users.delete(user.id), {
    changes: ['users'],
    done: texts.deleted,
    onDone: onDeleted,
    isErrorShown: true,
    isOfService: true,
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={texts.deleteTitle(user.email)}
      text={texts.deleteText}
      action={texts.delete}
      isDangerous
      isPending={deletion.isPending}
      error={deletion.error}
      onConfirm={() => {
        deletion.mutate(undefined);
      }}
    />
  );
}
