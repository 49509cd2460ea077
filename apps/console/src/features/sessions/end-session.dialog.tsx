import type { Session } from '@florin/client';
import { useChange } from '../../api/use-api.js';
import { ConfirmDialog } from '../../common/confirm-dialog.js';
import { useTexts } from '../../i18n/language.js';
import { useSession } from '../../session/session.js';
import { SESSION_TEXTS } from './texts.js';

interface EndSessionDialogProps {
  /** Undefined while the dialog is closed. */
  readonly session: Session | undefined;
  readonly device: string;
  readonly onClose: () => void;
}

export function EndSessionDialog({ session, device, onClose }: EndSessionDialogProps) {
  const texts = useTexts(SESSION_TEXTS);
  const { signOut } = useSession();
  const end = useChange(
    async (florin, { id, current }: Session) => {
      // The sign-out also removes the cookie.
      await (current ? signOut() : florin.sessions.end(id));
    },
    { changes: ['sessions'], done: texts.ended, onDone: onClose },
  );
  return (
    <ConfirmDialog
      isOpen={session !== undefined}
      onClose={onClose}
      title={texts.endTitle}
      text={session?.current === true ? texts.endCurrentText : texts.endText(device)}
      action={texts.end}
      isDangerous
      isPending={end.isPending}
      onConfirm={() => {
        if (session !== undefined) end.mutate(session);
      }}
    />
  );
}
