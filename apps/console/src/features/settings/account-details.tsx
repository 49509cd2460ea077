import type { Account } from '@florin/client';
import { useApi } from '../../api/use-api.js';
import { CopyText } from '../../common/copy-text.js';
import { DetailList } from '../../common/detail-list.js';
import { Section } from '../../common/section.js';
import { StatusBadge } from '../../common/status-badge.js';
import { COMMON_TEXTS } from '../../common/texts.js';
import { TimeText } from '../../common/time-text.js';
import { useLanguage, useTexts } from '../../i18n/language.js';
import { languageName } from './language-names.js';
import { SETTINGS_TEXTS } from './texts.js';

interface AccountDetailsProps {
  readonly account: Account;
  /** Also shows what the form shows to those who may change it. */
  readonly isReadOnly: boolean;
}

export function AccountDetails({ account, isReadOnly }: AccountDetailsProps) {
  const texts = useTexts(SETTINGS_TEXTS);
  const common = useTexts(COMMON_TEXTS);
  const { language } = useLanguage();
  const logHead = useApi(['events', 'log_head'], (florin) => florin.account.logHead());
  const { settings } = account;
  return (
    <Section title={isReadOnly ? texts.account : common.details}>
      <DetailList
        details={[
          isReadOnly && { label: common.name, value: account.name },
          isReadOnly && { label: common.email, value: account.email },
          isReadOnly && { label: common.currency, value: settings.currency },
          isReadOnly && { label: texts.timeZone, value: settings.timezone },
          isReadOnly && { label: texts.language, value: languageName(settings.language, language) },
          { label: common.id, value: <CopyText value={account.id} label={common.id} /> },
          { label: common.type, value: texts.types[account.type] },
          { label: common.status, value: <StatusBadge status={account.status} /> },
          { label: common.created, value: <TimeText value={account.created_at} /> },
          { label: texts.updated, value: <TimeText value={account.updated_at} /> },
          typeof logHead.data?.hash === 'string' && {
            label: texts.logHead,
            value: <CopyText value={logHead.data.hash} label={texts.logHead} />,
          },
        ]}
      />
    </Section>
  );
}
