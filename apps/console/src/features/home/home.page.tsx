import { SimpleGrid } from '@mantine/core';
import { useAccountScope } from '../../api/account-scope.js';
import { useCan } from '../../api/permissions.js';
import { NeedsAccount } from '../../common/needs-account.js';
import { Page } from '../../common/page.js';
import { Redirect } from '../../common/redirect.js';
import { useTexts } from '../../i18n/language.js';
import { LAYOUT_TEXTS } from '../../layout/texts.js';
import { useSignedIn } from '../../session/session.js';
import { ActivitySection } from './activity.section.js';
import { BalanceCards } from './balance-cards.js';
import { GetStarted } from './get-started.js';
import { OpenPayments } from './open-payments.section.js';
import { RecentTransactions } from './recent-transactions.section.js';
import { FailingWebhooks } from './failing-webhooks.section.js';

export function HomePage() {
  const { home } = useTexts(LAYOUT_TEXTS);
  const { user } = useSignedIn();
  const { accountId } = useAccountScope();
  if (user.role === 'admin' && accountId === undefined) return <Redirect to="/admin/accounts" />;
  return (
    <NeedsAccount title={home}>
      <Home title={home} />
    </NeedsAccount>
  );
}

function Home({ title }: { readonly title: string }) {
  const can = useCan();
  return (
    <Page title={title}>
      <BalanceCards />
      <GetStarted />
      <ActivitySection />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <RecentTransactions />
        {can('payments.list') && <OpenPayments />}
      </SimpleGrid>
      {can('webhook_endpoints.list') && <FailingWebhooks />}
    </Page>
  );
}
