import { Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/use-api.js';
import { ConfirmDialog } from '../../common/confirm-dialog.js';
import { SecretDialog } from '../../common/secret-dialog.js';
import { useTexts } from '../../i18n/language.js';
import type { EndpointDialogProps } from './endpoint-confirmations.js';
import { WEBHOOK_TEXTS } from './texts.js';

/** Asks first, then shows the new secret. */
export function RotateSecretDialog({ isOpen, endpoint, onClose }: EndpointDialogProps) {
  const texts = useTexts(WEBHOOK_TEXTS);
  const [secret, setSecret] = useState<string>();
  const rotate = useChange((florin) => florin.webhookEndpoints.rotateSecret(endpoint.id), {
    changes: ['webhook_endpoints'],
    onDone: (rotated) => {
      onClose();
      setSecret(rotated.secret);
    },
  });
  return (
    <>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={onClose}
        title={texts.rotate}
        text={texts.rotateText}
        action={texts.rotate}
        isPending={rotate.isPending}
        onConfirm={() => {
          rotate.mutate(undefined);
        }}
      />
      <SecretDialog
        title={texts.secretTitle}
        label={texts.secret}
        secret={secret}
        onClose={() => {
          setSecret(undefined);
        }}
      >
        <Text size="sm">{texts.rotated}</Text>
      </SecretDialog>
    </>
  );
}
