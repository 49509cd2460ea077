import type { OpenStatus } from '@florin/accounts';
import type { Account } from '@florin/client';
import { useChange } from '../../../api/use-api.js';
import { ConfirmDialog } from '../../../common/confirm-dialog.js';
import { useTexts } from '../../../i18n/language.js';
import { ACCOUNT_TEXTS } from './texts.js';

interface AccountStatusDialogProps {
  readonly account: Account;
  /** The new status; undefined while the dialog is closed. */
  readonly status: OpenStatus | undefined;
  readonly onClose: () => void;
}

export function AccountStatusDialog({ account, status, onClose }: AccountStatusDialogProps) {
  const texts = useTexts(ACCOUNT_TEXTS);
  const isSuspension = status === 'suspended';
  const change = useChange((florin, next: OpenStatus) => florin.accounts.setStatus(account.id, next), {
    changes: ['accounts', 'account', 'events'],
    done: ({ status: current }) => (current === 'suspended' ? texts.suspended : texts.reactivated),
    onDone: onClose,
    isErrorShown: true,
    isOfService: true,
  });
  return (
    <ConfirmDialog
      isOpen={status !== undefined}
      onClose={onClose}
      title={isSuspension ? texts.suspendTitle(account.name) : texts.reactivateTitle(account.name)}
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
