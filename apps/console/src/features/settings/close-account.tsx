import type { Account, ClosedAccount } from '@florin/client';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useAccountScope } from '../../api/account-scope.js';
import { MONEY_RESOURCES } from '../../api/money-resources.js';
import { useChange } from '../../api/use-api.js';
import { ConfirmDialog } from '../../common/confirm-dialog.js';
import { Section } from '../../common/section.js';
import { useTexts } from '../../i18n/language.js';
import { SETTINGS_TEXTS } from './texts.js';

/** Closing also ends the access of users and keys, and cancels what is pending. */
const CHANGED_BY_CLOSING = [
  ...MONEY_RESOURCES,
  'account',
  'users',
  'api_keys',
  'payments',
  'subscriptions',
] as const;

interface CloseAccountProps {
  readonly account: Account;
  readonly onClosed: (closed: ClosedAccount) => void;
}

export function CloseAccount({ account, onClosed }: CloseAccountProps) {
  const texts = useTexts(SETTINGS_TEXTS);
  const { isActing } = useAccountScope();
  const [isOpen, dialog] = useDisclosure();
  const close = useChange((florin, _: undefined) => florin.account.close(), {
    // The owner's tokens no longer work, so that nothing can be read again.
    changes: isActing ? CHANGED_BY_CLOSING : [],
    done: texts.closed,
    isErrorShown: true,
    onDone: (closed) => {
      dialog.close();
      if (!isActing) onClosed(closed);
    },
  });
  return (
    <Section title={texts.close}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={640}>
          {texts.closeText}
        </Text>
        <Button color="red" variant="outline" onClick={dialog.open}>
          {texts.close}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={dialog.close}
        title={texts.close}
        text={texts.closeText}
        action={texts.closeForever}
        typedWord={account.name.trim()}
        isDangerous
        isPending={close.isPending}
        error={close.error}
        onConfirm={() => {
          close.mutate(undefined);
        }}
      />
    </Section>
  );
}
