import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.js';
import { FormError } from './form-error.js';
import { COMMON_TEXTS } from './texts.js';

interface DialogFormProps {
  /** The label of the button that sends the form. */
  readonly action: string;
  readonly onSubmit: (form: HTMLFormElement) => void;
  readonly onClose: () => void;
  readonly isPending: boolean;
  readonly isDisabled?: boolean;
  /** The form shows what is missing in place of the browser. */
  readonly noValidate?: boolean;
  readonly error: unknown;
  readonly children: ReactNode;
}

/** The form in a dialog: why it failed, its fields, and the buttons that leave or send it. */
export function DialogForm({ children, onSubmit, onClose, noValidate = false, ...props }: DialogFormProps) {
  const { cancel } = useTexts(COMMON_TEXTS);
  return (
    <form
      noValidate={noValidate}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    >
      <Stack>
        <FormError error={props.error} />
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" loading={props.isPending} disabled={props.isDisabled ?? false}>
            {props.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
