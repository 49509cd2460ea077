import { ACCOUNT_STATE_MACHINE, type OpenStatus } from '@florin/accounts';
import type { Account } from '@florin/client';
import { Button, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountScope } from '../../../api/account-scope.js';
import { useCan } from '../../../api/permissions.js';
import { useApi } from '../../../api/use-api.js';
import { CopyText } from '../../../common/copy-text.js';
import { DetailList } from '../../../common/detail-list.js';
import { EventTimeline } from '../../../common/event-timeline.js';
import { LinkTo } from '../../../common/links.js';
import { nextStatuses } from '../../../common/next-statuses.js';
import { Page } from '../../../common/page.js';
import { Section } from '../../../common/section.js';
import { ErrorState } from '../../../common/states.js';
import { StatusBadge } from '../../../common/status-badge.js';
import { COMMON_TEXTS } from '../../../common/texts.js';
import { TimeText } from '../../../common/time-text.js';
import { useTexts } from '../../../i18n/language.js';
import { AccountBalance } from './account-balance.js';
import { AccountStatusDialog } from './account-status.dialog.js';
import { ACCOUNT_TEXTS } from './texts.js';

export function AccountPage() {
  const texts = useTexts(ACCOUNT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { accountId } = useParams({ from: '/app/for-admins/admin/accounts/$accountId' });
  const { data: account, ...query } = useApi(
    ['accounts', accountId],
    (florin) => florin.accounts.get(accountId),
    { isOfService: true },
  );
  if (query.isLoadingError)
    return (
      <Page title={texts.details}>
        <ErrorState error={query.error} onRetry={query.refetch} list="/admin/accounts" />
      </Page>
    );
  if (account?.id !== accountId)
    return (
      <Page title={texts.details}>
        <Skeleton height={240} />
      </Page>
    );
  return (
    <Page
      title={account.name}
      note={<StatusBadge status={account.status} />}
      actions={<AccountActions account={account} />}
    >
      <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
        <Section title={texts.details}>
          <AccountDetails account={account} />
        </Section>
        <Stack>
          <AccountBalance account={account} />
          <Section title={texts.related}>
            <Stack gap="xs">
              <LinkTo to="/admin/transactions" search={{ account_id: accountId }} size="sm">
                {texts.transactions}
              </LinkTo>
              <LinkTo to="/admin/users" search={{ search: account.email }} size="sm">
                {texts.owner}
              </LinkTo>
            </Stack>
          </Section>
          <Section title={common.timeline}>
            <EventTimeline subjectIds={[accountId]} state={account.updated_at} isOfService />
          </Section>
        </Stack>
      </SimpleGrid>
    </Page>
  );
}

function AccountActions({ account }: { readonly account: Account }) {
  const texts = useTexts(ACCOUNT_TEXTS);
  const can = useCan();
  const navigate = useNavigate();
  const { accountId } = useAccountScope();
  const [status, setStatus] = useState<OpenStatus>();
  return (
    <>
      {can('accounts.set_status') &&
        nextStatuses(ACCOUNT_STATE_MACHINE.transitions, account.status).map((next) => (
          <Button
            key={next}
            variant="default"
            onClick={() => {
              setStatus(next);
            }}
          >
            {next === 'suspended' ? texts.suspend : texts.reactivate}
          </Button>
        ))}
      {accountId !== account.id && (
        <Button onClick={() => void navigate({ to: '/', search: { account: account.id } })}>
          {texts.act}
        </Button>
      )}
      <AccountStatusDialog
        account={account}
        status={status}
        onClose={() => {
          setStatus(undefined);
        }}
      />
    </>
  );
}

function AccountDetails({ account }: { readonly account: Account }) {
  const texts = useTexts(ACCOUNT_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { id, email, type, settings, created_at, updated_at } = account;
  return (
    <DetailList
      details={[
        { label: common.id, value: <CopyText value={id} label={common.id} /> },
        { label: common.email, value: email },
        { label: common.type, value: texts.types[type] },
        { label: common.currency, value: settings.currency },
        { label: texts.timezone, value: settings.timezone },
        { label: texts.language, value: settings.language },
        { label: texts.opened, value: <TimeText value={created_at} /> },
        { label: texts.changed, value: <TimeText value={updated_at} /> },
      ]}
    />
  );
}
