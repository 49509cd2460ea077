import type { Subscription } from '@florin/client';
import { SUBSCRIPTION_STATE_MACHINE, type SubscriptionAction } from '@florin/payments';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../api/permissions.js';
import { useChange } from '../../api/use-api.js';
import { ConfirmDialog } from '../../common/confirm-dialog.js';
import { useTexts } from '../../i18n/language.js';
import { SUBSCRIPTION_TEXTS } from './texts.js';

const ACTIONS = ['pause', 'resume', 'cancel'] as const satisfies readonly SubscriptionAction[];
type Action = (typeof ACTIONS)[number];

const OPERATIONS = {
  pause: 'subscriptions.update',
  resume: 'subscriptions.update',
  cancel: 'subscriptions.cancel',
} as const;

/** What the status of the subscription and the user's role allow. */
export function SubscriptionActions({ subscription }: { readonly subscription: Subscription }) {
  const texts = useTexts(SUBSCRIPTION_TEXTS);
  const can = useCan();
  const [action, setAction] = useState<Action>('pause');
  const [isOpen, setIsOpen] = useState(false);
  const transitions = SUBSCRIPTION_STATE_MACHINE.transitions[subscription.status];
  const close = (): void => {
    setIsOpen(false);
  };
  const change = useAction(subscription.id, close);
  const offered = ACTIONS.filter((name) => transitions[name] !== undefined && can(OPERATIONS[name]));
  const dialog = texts.actions[action];
  return (
    <>
      {offered.map((name) => (
        <Button
          key={name}
          variant="default"
          {...(name === 'cancel' && { c: 'red' })}
          onClick={() => {
            setAction(name);
            setIsOpen(true);
          }}
        >
          {texts.actions[name].label}
        </Button>
      ))}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title={dialog.title}
        text={dialog.text}
        action={dialog.confirm}
        keep={texts.keep}
        isDangerous={action === 'cancel'}
        isPending={change.isPending}
        error={change.error}
        onConfirm={() => {
          change.mutate(action);
        }}
      />
    </>
  );
}

const STATUS_OF = { pause: 'paused', resume: 'active' } as const;

function useAction(id: string, onDone: () => void) {
  const texts = useTexts(SUBSCRIPTION_TEXTS);
  return useChange(
    async (florin, action: Action) => {
      if (action === 'cancel') await florin.subscriptions.cancel(id);
      else await florin.subscriptions.update(id, { status: STATUS_OF[action] });
      return action;
    },
    {
      changes: ['subscriptions', 'payments', 'events'],
      done: (action) => texts.actions[action].done,
      onDone,
      isErrorShown: true,
    },
  );
}
