import type { ReactNode } from 'react';
import { useAccountScope } from '../api/account-scope.js';
import { useTexts } from '../i18n/language.js';
import { LAYOUT_TEXTS } from '../layout/texts.js';
import { useSignedIn } from '../session/session.js';
import { LinkTo } from './links.js';
import { Page } from './page.js';
import { EmptyState } from './states.js';
import { COMMON_TEXTS } from './texts.js';

interface NeedsAccountProps {
  /** The title of the page that needs an account. */
  readonly title: string;
  readonly children: ReactNode;
}

/** Shows a page of an account, or how to get one. Admins choose one to act for. */
export function NeedsAccount({ title, children }: NeedsAccountProps) {
  const common = useTexts(COMMON_TEXTS);
  const { accounts } = useTexts(LAYOUT_TEXTS);
  const { accountId } = useAccountScope();
  const { user } = useSignedIn();
  if (accountId !== undefined) return <>{children}</>;
  if (user.role !== 'admin')
    return (
      <Page title={title}>
        <EmptyState title={common.noOwnAccount}>{common.noOwnAccountHint}</EmptyState>
      </Page>
    );
  return (
    <Page title={title}>
      <EmptyState title={common.noAccount}>
        {common.noAccountHint}
        <br />
        <LinkTo to="/admin/accounts">{accounts}</LinkTo>
      </EmptyState>
    </Page>
  );
}
