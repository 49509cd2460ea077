import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.js';
import { CopyText } from './copy-text.js';
import { Dialog } from './dialog.js';
import { COMMON_TEXTS } from './texts.js';

interface SecretDialogProps {
  readonly title: string;
  /** What the secret is, for screen readers. */
  readonly label: string;
  /** The dialog is open while there is one. */
  readonly secret: string | undefined;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Shows a secret that the API returns only once. It does not close by accident. */
export function SecretDialog({ title, label, secret, onClose, children }: SecretDialogProps) {
  const texts = useTexts(COMMON_TEXTS);
  return (
    <Dialog
      isOpen={secret !== undefined}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Alert color="yellow" icon={<IconAlertTriangle />}>
          {texts.shownOnce}
        </Alert>
        <CopyText value={secret ?? ''} label={label} />
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
