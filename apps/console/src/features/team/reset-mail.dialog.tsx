import type { User } from '@florin/client';
import { useChange } from '../../api/use-api.js';
import { ConfirmDialog } from '../../common/confirm-dialog.js';
import { useTexts } from '../../i18n/language.js';
import { TEAM_TEXTS } from './texts.js';

interface ResetMailDialogProps {
  readonly user: User;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ResetMailDialog({ user: { email }, isOpen, onClose }: ResetMailDialogProps) {
  const texts = useTexts(TEAM_TEXTS);
  const request = useChange((florin) => florin.requestPasswordReset({ email }), {
    changes: [],
    done: texts.resetRequested,
    onDone: onClose,
    isErrorShown: true,
    isOfService: true,
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={texts.sendReset}
      text={texts.resetText(email)}
      action={texts.send}
      isPending={request.isPending}
      error={request.error}
      onConfirm={() => {
        request.mutate(undefined);
      }}
    />
  );
}
