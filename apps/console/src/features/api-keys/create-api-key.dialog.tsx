import { type IssuedApiKey, newIdempotencyKey } from '@florin/client';
import { parseReportTime } from '@florin/kernel';
import { Alert, TextInput } from '@mantine/core';
import { use, useState } from 'react';
import { useChange } from '../../api/use-api.js';
import { DayInput } from '../../common/day-input.js';
import { Dialog } from '../../common/dialog.js';
import { DialogForm } from '../../common/dialog-form.js';
import { TimeZoneContext } from '../../common/formats.js';
import { MAX_TEXT_LENGTH } from '../../common/limits.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { useSignedIn } from '../../session/session.js';
import { API_KEY_TEXTS } from './texts.js';

interface CreateApiKeyDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: (apiKey: IssuedApiKey) => void;
}

export function CreateApiKeyDialog({ isOpen, onClose, onCreated }: CreateApiKeyDialogProps) {
  const texts = useTexts(API_KEY_TEXTS);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.createTitle}>
      <Form onClose={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

function Form({ onClose, onCreated }: Omit<CreateApiKeyDialogProps, 'isOpen'>) {
  const texts = useTexts(API_KEY_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const timeZone = use(TimeZoneContext);
  const isAdmin = useSignedIn().user.role === 'admin';
  const [name, setName] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const [lastDay, setLastDay] = useState('');
  const [idempotencyKey] = useState(newIdempotencyKey);
  const create = useChange(
    (florin) => {
      const expiresAt = parseReportTime(lastDay, timeZone, 'end')?.toISOString();
      return florin.apiKeys.create({ name, expires_at: expiresAt ?? null }, { idempotencyKey });
    },
    { changes: ['api_keys'], onDone: onCreated, isErrorShown: true, isOfService: true },
  );
  return (
    <DialogForm
      action={texts.create}
      onSubmit={() => {
        setSubmitted(true);
        if (name.trim() !== '') create.mutate(undefined);
      }}
      onClose={onClose}
      isPending={create.isPending}
      noValidate
      error={create.error}
    >
      {isAdmin && <Alert>{texts.platformHint}</Alert>}
      <TextInput
        label={common.name}
        description={texts.nameHint}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
        }}
        maxLength={MAX_TEXT_LENGTH}
        error={isSubmitted && name.trim() === '' && common.required}
        required
        data-autofocus
      />
      <DayInput
        label={texts.expires}
        description={texts.expiresHint}
        placeholder={texts.never}
        value={lastDay}
        onChange={setLastDay}
        minDate={new Date()}
      />
    </DialogForm>
  );
}
