import type { AccountDirectory } from '@florin/accounts';
import { dateText, isolateBidi } from '@florin/api/payment-page/format';
import { LANGUAGES } from '@florin/api/payment-page/texts/languages';
import type { MailComposer } from '@florin/infrastructure';
import { idFromUuid } from '@florin/kernel';
import { renderMail } from './layout.js';
import { mailTextsFor } from './texts/languages.js';

/** To the address of the account. */
export const accountClosedMail =
  (accounts: AccountDirectory, serviceName: string): MailComposer =>
  async ({ subjectId }) => {
    const account = await accounts.find(idFromUuid('acct', subjectId));
    if (account?.closedAt === undefined) return undefined;
    const { texts, locale } = LANGUAGES.languageFor({}, account.settings.language);
    const { subject, body, unexpected } = mailTextsFor(texts.language).accountClosed;
    const date = dateText(account.closedAt, locale, account.settings.timezone);
    const content = {
      subject: subject({ account: account.name, date }),
      heading: serviceName,
      paragraphs: [body({ account: isolateBidi(account.name), date }), unexpected],
    };
    return { ...renderMail(content, texts), to: account.email };
  };
