import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/use-api.js';
import { Dialog } from '../../common/dialog.js';
import { DialogForm } from '../../common/dialog-form.js';
import { MAX_TEXT_LENGTH } from '../../common/limits.js';
import { orNull } from '../../common/or-null.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { TRANSACTION_TEXTS } from './texts.js';

interface ReferenceDialogProps {
  readonly transactionId: string;
  readonly reference: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ReferenceDialog(props: ReferenceDialogProps) {
  const texts = useTexts(TRANSACTION_TEXTS);
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={texts.editReference}>
      <ReferenceForm {...props} />
    </Dialog>
  );
}

function ReferenceForm({ transactionId, reference, onClose }: ReferenceDialogProps) {
  const common = useTexts(COMMON_TEXTS);
  const [text, setText] = useState(reference);
  const save = useChange((florin) => florin.transactions.update(transactionId, { reference: orNull(text) }), {
    changes: ['transactions', 'events'],
    done: common.saved,
    onDone: onClose,
    isErrorShown: true,
  });
  return (
    <DialogForm
      action={common.save}
      onSubmit={() => {
        save.mutate(undefined);
      }}
      onClose={onClose}
      isPending={save.isPending}
      error={save.error}
    >
      <TextInput
        label={common.reference}
        value={text}
        maxLength={MAX_TEXT_LENGTH}
        data-autofocus
        onChange={(event) => {
          setText(event.currentTarget.value);
        }}
      />
    </DialogForm>
  );
}
