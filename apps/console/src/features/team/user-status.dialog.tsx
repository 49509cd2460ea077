import type { User } from '@florin/client';
import type { UserStatus } from '@florin/identity';
import { useChange } from '../../api/use-api.js';
import { ConfirmDialog } from '../../common/confirm-dialog.js';
import { useTexts } from '../../i18n/language.js';
import { TEAM_TEXTS } from './texts.js';

interface UserStatusDialogProps {
  readonly user: User;
  /** The new status; undefined while the dialog is closed. */
  readonly status: UserStatus | undefined;
  readonly onClose: () => void;
}

export function UserStatusDialog({ user, status, onClose }: UserStatusDialogProps) {
  const texts = useTexts(TEAM_TEXTS);
  const isSuspension = status === 'suspended';
  const change = useChange((florin, next: UserStatus) => florin.users.update(user.id, { status: next }), {
    changes: ['users'],
    done: ({ status: current }) => (current === 'suspended' ? texts.suspended : texts.reactivated),
    onDone: onClose,
    isErrorShown: true,
    isOfService: true,
  });
  return (
    <ConfirmDialog
      isOpen={status !== undefined}
      onClose={onClose}
      title={isSuspension ? texts.suspendTitle(user.email) : texts.reactivateTitle(user.email)}
      text={isSuspension ? texts.suspendText : texts.reactivateText}
      action={isSuspension ? texts.suspend : texts.reactivate}
      isDangerous={isSuspension}
      isPending={change.isPending}
      error={change.error}
      onConfirm={() => {
        if (status !== undefined) change.mutate(status);
      }}
    />
  );
}
