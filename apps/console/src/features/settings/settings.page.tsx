import { ACCOUNT_STATE_MACHINE } from '@florin/accounts';
import type { Account, ClosedAccount } from '@florin/client';
import { Alert, Button, Group, Loader, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { useAccountScope } from '../../api/account-scope.js';
import { useCan } from '../../api/permissions.js';
import { useAccount } from '../../api/use-account.js';
import { Page } from '../../common/page.js';
import { ErrorState } from '../../common/states.js';
import { StatusBadge } from '../../common/status-badge.js';
import { useTexts } from '../../i18n/language.js';
import { useSession } from '../../session/session.js';
import { AccountDetails } from './account-details.js';
import { AccountSettingsForm } from './account-settings.form.js';
import { CloseAccount } from './close-account.js';
import { Profile } from './profile.js';
import { SETTINGS_TEXTS } from './texts.js';

/** Of the account, if there is one, and of the user's own profile. */
export function SettingsPage() {
  const texts = useTexts(SETTINGS_TEXTS);
  const { accountId } = useAccountScope();
  const account = useAccount();
  const [closed, setClosed] = useState<ClosedAccount>();
  if (closed !== undefined) return <Closed message={closed.message} />;
  return (
    <Page title={texts.title}>
      {account.isError && <ErrorState error={account.error} onRetry={account.refetch} />}
      {accountId !== undefined && account.isPending && <Loader />}
      {account.data && <AccountSections key={account.data.id} account={account.data} />}
      <Profile />
      {account.data && <Closing account={account.data} onClosed={setClosed} />}
    </Page>
  );
}

function AccountSections({ account }: { readonly account: Account }) {
  const canChange = useCan()('account.update') && account.status !== 'closed';
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
      {canChange && <AccountSettingsForm account={account} />}
      <AccountDetails account={account} isReadOnly={!canChange} />
    </SimpleGrid>
  );
}

interface ClosingProps {
  readonly account: Account;
  readonly onClosed: (closed: ClosedAccount) => void;
}

function Closing({ account, onClosed }: ClosingProps) {
  const can = useCan();
  const isClosable = ACCOUNT_STATE_MACHINE.transitions[account.status].close !== undefined;
  return can('account.close') && isClosable ? <CloseAccount account={account} onClosed={onClosed} /> : null;
}

/** The session has ended together with the account. */
function Closed({ message }: { readonly message: string }) {
  const texts = useTexts(SETTINGS_TEXTS);
  const { reload } = useSession();
  return (
    <Page title={texts.closedTitle} note={<StatusBadge status="closed" />}>
      <Alert color="gray" role="status">
        <Text size="sm">{message}</Text>
      </Alert>
      <Group>
        <Button variant="default" onClick={reload}>
          {texts.leave}
        </Button>
      </Group>
    </Page>
  );
}
