import type { WebhookDelivery } from '@florin/client';
import { DELIVERY_STATE_MACHINE, TEST_EVENT } from '@florin/webhooks';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../../api/permissions.js';
import { useChange } from '../../api/use-api.js';
import { ConfirmDialog } from '../../common/confirm-dialog.js';
import { useTexts } from '../../i18n/language.js';
import { WEBHOOK_TEXTS } from './texts.js';
import { useEndpoint } from './use-endpoint.js';

/** A test is not repeated, and a disabled endpoint is sent nothing but tests. */
export function RetryButton({ delivery }: { readonly delivery: WebhookDelivery }) {
  const texts = useTexts(WEBHOOK_TEXTS);
  const can = useCan();
  const { data: endpoint } = useEndpoint(delivery.endpoint_id);
  const [isOpen, dialog] = useDisclosure();
  const retry = useChange((florin) => florin.webhookDeliveries.retry(delivery.id), {
    changes: ['webhook_deliveries'],
    done: texts.retried,
    onDone: dialog.close,
  });
  const isOffered =
    can('webhook_deliveries.retry') &&
    delivery.event_type !== TEST_EVENT &&
    endpoint?.status === 'enabled' &&
    DELIVERY_STATE_MACHINE.transitions[delivery.status].send_again !== undefined;
  if (!isOffered) return null;
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {texts.retry}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={dialog.close}
        title={texts.retry}
        text={texts.retryText}
        action={texts.retry}
        isPending={retry.isPending}
        onConfirm={() => {
          retry.mutate(undefined);
        }}
      />
    </>
  );
}
