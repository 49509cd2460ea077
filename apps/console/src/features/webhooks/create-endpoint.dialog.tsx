import { newIdempotencyKey, type WebhookEndpointWithSecret } from '@florin/client';
import { useState } from 'react';
import { useChange } from '../../api/use-api.js';
import { Dialog } from '../../common/dialog.js';
import { useTexts } from '../../i18n/language.js';
import { type EndpointFields, EndpointForm } from './endpoint-form.js';
import { WEBHOOK_TEXTS } from './texts.js';

interface CreateEndpointDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: (endpoint: WebhookEndpointWithSecret) => void;
}

export function CreateEndpointDialog({ isOpen, ...props }: CreateEndpointDialogProps) {
  const { createTitle } = useTexts(WEBHOOK_TEXTS);
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={createTitle}>
      <Form {...props} />
    </Dialog>
  );
}

function Form({ onClose, onCreated }: Omit<CreateEndpointDialogProps, 'isOpen'>) {
  const texts = useTexts(WEBHOOK_TEXTS);
  const [idempotencyKey] = useState(newIdempotencyKey);
  const create = useChange(
    (florin, fields: EndpointFields) => florin.webhookEndpoints.create(fields, { idempotencyKey }),
    { changes: ['webhook_endpoints'], done: texts.created, onDone: onCreated, isErrorShown: true },
  );
  return (
    <EndpointForm
      action={texts.create}
      error={create.error}
      isPending={create.isPending}
      onClose={onClose}
      onSubmit={create.mutate}
    />
  );
}
