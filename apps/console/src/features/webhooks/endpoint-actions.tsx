import type { WebhookEndpoint } from '@florin/client';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconSend } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan } from '../../api/permissions.js';
import { useChange } from '../../api/use-api.js';
import { useLinkSearch } from '../../common/links.js';
import { useTexts } from '../../i18n/language.js';
import { EditEndpointDialog } from './edit-endpoint.dialog.js';
import { DeleteEndpointDialog, DisableEndpointDialog } from './endpoint-confirmations.js';
import { ReplayDialog } from './replay.dialog.js';
import { RotateSecretDialog } from './rotate-secret.dialog.js';
import { WEBHOOK_TEXTS } from './texts.js';

type OpenDialog = 'edit' | 'rotate' | 'replay' | 'disable' | 'delete';

/** What the user may do with the endpoint. Members only read. */
export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const can = useCan();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = (): void => {
    setDialog(undefined);
  };
  return (
    <>
      {can('webhook_endpoints.test') && <TestButton endpoint={endpoint} />}
      {can('webhook_endpoints.update') && <MoreActions endpoint={endpoint} onOpen={setDialog} />}
      <EditEndpointDialog endpoint={endpoint} isOpen={dialog === 'edit'} onClose={close} />
      <RotateSecretDialog endpoint={endpoint} isOpen={dialog === 'rotate'} onClose={close} />
      <ReplayDialog endpoint={endpoint} isOpen={dialog === 'replay'} onClose={close} />
      <DisableEndpointDialog endpoint={endpoint} isOpen={dialog === 'disable'} onClose={close} />
      <DeleteEndpointDialog endpoint={endpoint} isOpen={dialog === 'delete'} onClose={close} />
    </>
  );
}

/** Leads to the delivery, which shows the response of the receiver. */
function TestButton({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { test: text } = useTexts(WEBHOOK_TEXTS);
  const navigate = useNavigate();
  const search = useLinkSearch();
  const test = useChange((florin) => florin.webhookEndpoints.test(endpoint.id), {
    changes: ['webhook_deliveries'],
    onDone: ({ id }) => {
      void navigate({ to: `/developers/webhooks/${endpoint.id}/deliveries/${id}`, search });
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} />}
      loading={test.isPending}
      onClick={() => {
        test.mutate(undefined);
      }}
    >
      {text}
    </Button>
  );
}

interface MoreActionsProps {
  readonly endpoint: WebhookEndpoint;
  readonly onOpen: (dialog: OpenDialog) => void;
}

function MoreActions({ endpoint, onOpen }: MoreActionsProps) {
  const texts = useTexts(WEBHOOK_TEXTS);
  const can = useCan();
  const enable = useChange((florin) => florin.webhookEndpoints.update(endpoint.id, { status: 'enabled' }), {
    changes: ['webhook_endpoints', 'webhook_deliveries'],
    done: texts.enabled,
  });
  const item = (dialog: OpenDialog, label: string, color?: string) => (
    <Menu.Item
      {...(color !== undefined && { color })}
      onClick={() => {
        onOpen(dialog);
      }}
    >
      {label}
    </Menu.Item>
  );
  const isEnabled = endpoint.status === 'enabled';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="input-sm" aria-label={texts.more} loading={enable.isPending}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item('edit', texts.edit)}
        {can('webhook_endpoints.rotate_secret') && item('rotate', texts.rotate)}
        {isEnabled && can('webhook_endpoints.replay') && item('replay', texts.replay)}
        {isEnabled ? (
          item('disable', texts.disable)
        ) : (
          <Menu.Item
            onClick={() => {
              enable.mutate(undefined);
            }}
          >
            {texts.enable}
          </Menu.Item>
        )}
        {can('webhook_endpoints.delete') && item('delete', texts.remove, 'red')}
      </Menu.Dropdown>
    </Menu>
  );
}
