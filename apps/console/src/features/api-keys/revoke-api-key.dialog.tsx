import type { ApiKey } from '@florin/client';
import { useChange } from '../../api/use-api.js';
import { ConfirmDialog } from '../../common/confirm-dialog.js';
import { useTexts } from '../../i18n/language.js';
import { API_KEY_TEXTS } from './texts.js';

interface RevokeApiKeyDialogProps {
  /** The dialog is open while there is one. */
  readonly apiKey: ApiKey | undefined;
  readonly onClose: () => void;
}

export function RevokeApiKeyDialog({ apiKey, onClose }: RevokeApiKeyDialogProps) {
  const texts = useTexts(API_KEY_TEXTS);
  const revoke = useChange((florin, id: string) => florin.apiKeys.revoke(id), {
    changes: ['api_keys'],
    done: texts.revoked,
    onDone: onClose,
    isOfService: true,
  });
  return (
    <ConfirmDialog
      isOpen={apiKey !== undefined}
      onClose={onClose}
      title={texts.revokeTitle(apiKey?.name ?? '')}
      text={texts.revokeText}
      action={texts.revoke}
      isDangerous
      isPending={revoke.isPending}
      onConfirm={() => {
        if (apiKey !== undefined) revoke.mutate(apiKey.id);
      }}
    />
  );
}
