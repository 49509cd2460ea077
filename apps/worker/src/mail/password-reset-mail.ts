import { LANGUAGES } from '@florin/api/payment-page/texts/languages';
import type { Mail, MailComposer } from '@florin/infrastructure';
import type { Email } from '@florin/kernel';
import { renderMail } from './layout.js';
import { mailTextsFor } from './texts/languages.js';

/** What a mail of the kind `password_reset` needs besides its row. */
export interface PasswordReset {
  readonly email: Email;
  /** Derived from the row, and never stored. */
  readonly token: string;
  readonly lifetimeMinutes: number;
  /** BCP 47: that of the user's account, if there is one. */
  readonly language: string | undefined;
}

export abstract class PasswordResets {
  /** Undefined if the user can no longer use it, for example because the link has expired. */
  abstract find(mail: Mail): Promise<PasswordReset | undefined>;
}

export const passwordResetMail =
  (resets: PasswordResets, serviceName: string, publicUrl: string): MailComposer =>
  async (mail) => {
    const reset = await resets.find(mail);
    if (reset === undefined) return undefined;
    const { texts } = LANGUAGES.languageFor({}, reset.language);
    const { subject, body, action, expires, ignore } = mailTextsFor(texts.language).passwordReset;
    const content = {
      subject: subject({}),
      heading: serviceName,
      paragraphs: [body({})],
      action: { label: action, url: `${publicUrl}/reset/${encodeURIComponent(reset.token)}` },
      notes: [expires(reset.lifetimeMinutes), ignore],
    };
    return { ...renderMail(content, texts), to: reset.email };
  };
