import { newIdempotencyKey } from '@florin/client';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/language.js';
import { Dialog } from './dialog.js';
import { FormError } from './form-error.js';
import { COMMON_TEXTS } from './texts.js';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly text: string;
  /** The label of the button that does it. */
  readonly action: string;
  /** The label of the button that does not, where "Cancel" could mean the action. */
  readonly keep?: string;
  readonly isDangerous?: boolean;
  /** Must be typed first, for what cannot be undone. */
  readonly typedWord?: string;
  readonly isPending: boolean;
  /** Why it was refused, if the dialog is to show it. That of an earlier opening is not shown. */
  readonly error?: unknown;
  /** One key for each opening of the dialog: a second click cannot do it twice. */
  readonly onConfirm: (idempotencyKey: string) => void;
  readonly children?: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={props.title}>
      <Content {...props} />
    </Dialog>
  );
}

function Content(props: ConfirmDialogProps) {
  const {
    onClose,
    text,
    action,
    isDangerous = false,
    typedWord,
    isPending,
    error,
    onConfirm,
    children,
  } = props;
  const texts = useTexts(COMMON_TEXTS);
  const [typed, setTyped] = useState('');
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [earlierError] = useState(error);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm(idempotencyKey);
      }}
    >
      <Stack>
        <Text size="sm">{text}</Text>
        {children}
        <FormError error={error === earlierError ? undefined : error} />
        {typedWord !== undefined && (
          <TextInput
            label={texts.typeToConfirm(typedWord)}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
            }}
            autoComplete="off"
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {props.keep ?? texts.cancel}
          </Button>
          <Button
            type="submit"
            color={isDangerous ? 'red' : undefined}
            loading={isPending}
            disabled={typedWord !== undefined && typed.trim() !== typedWord}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
