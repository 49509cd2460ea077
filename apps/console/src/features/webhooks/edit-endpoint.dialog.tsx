import type { WebhookEndpoint } from '@florin/client';
import { useChange } from '../../api/use-api.js';
import { Dialog } from '../../common/dialog.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { useTexts } from '../../i18n/language.js';
import { type EndpointFields, EndpointForm } from './endpoint-form.js';
import { WEBHOOK_TEXTS } from './texts.js';

interface EditEndpointDialogProps {
  readonly isOpen: boolean;
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

export function EditEndpointDialog({ isOpen, ...props }: EditEndpointDialogProps) {
  const { editTitle } = useTexts(WEBHOOK_TEXTS);
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={editTitle}>
      <Form {...props} />
    </Dialog>
  );
}

function Form({ endpoint, onClose }: Omit<EditEndpointDialogProps, 'isOpen'>) {
  const common = useTexts(COMMON_TEXTS);
  const update = useChange(
    (florin, { url, ...fields }: EndpointFields) =>
      // A URL that stays is not checked again by the current settings.
      florin.webhookEndpoints.update(endpoint.id, url === endpoint.url ? fields : { url, ...fields }),
    { changes: ['webhook_endpoints'], done: common.saved, onDone: onClose, isErrorShown: true },
  );
  return (
    <EndpointForm
      endpoint={endpoint}
      action={common.save}
      error={update.error}
      isPending={update.isPending}
      onClose={onClose}
      onSubmit={update.mutate}
    />
  );
}
