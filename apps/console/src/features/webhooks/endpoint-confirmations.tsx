import type { WebhookEndpoint } from '@florin/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/use-api.js';
import { ConfirmDialog } from '../../common/confirm-dialog.js';
import { useLinkSearch } from '../../common/links.js';
import { useTexts } from '../../i18n/language.js';
import { WEBHOOK_TEXTS } from './texts.js';

export interface EndpointDialogProps {
  readonly isOpen: boolean;
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

export function DisableEndpointDialog({ isOpen, endpoint, onClose }: EndpointDialogProps) {
  const texts = useTexts(WEBHOOK_TEXTS);
  const disable = useChange((florin) => florin.webhookEndpoints.update(endpoint.id, { status: 'disabled' }), {
    changes: ['webhook_endpoints'],
    done: texts.disabledNow,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={texts.disable}
      text={texts.disableText}
      action={texts.disable}
      isDangerous
      isPending={disable.isPending}
      onConfirm={() => {
        disable.mutate(undefined);
      }}
    />
  );
}

export function DeleteEndpointDialog({ isOpen, endpoint, onClose }: EndpointDialogProps) {
  const texts = useTexts(WEBHOOK_TEXTS);
  const navigate = useNavigate();
  const search = useLinkSearch();
  const client = useQueryClient();
  const remove = useChange((florin) => florin.webhookEndpoints.delete(endpoint.id), {
    // Read again only on the list's page: the query of this endpoint would fail.
    changes: [],
    done: texts.removed,
    onDone: () => {
      void navigate({ to: '/developers/webhooks', search }).then(() =>
        client.invalidateQueries({ queryKey: ['webhook_endpoints'] }),
      );
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={texts.remove}
      text={texts.removeText}
      action={texts.remove}
      isDangerous
      isPending={remove.isPending}
      onConfirm={() => {
        remove.mutate(undefined);
      }}
    />
  );
}
