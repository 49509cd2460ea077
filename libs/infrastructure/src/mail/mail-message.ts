import { domainToASCII } from 'node:url';
import type { Email } from '@florin/kernel';
import type { SendMailOptions } from 'nodemailer';
import type { Mail, MailKind } from './mail.entity.js';
import type { MailSender } from '../settings/mail-settings.js';

/** A mail as its recipient sees it. */
export interface MailMessage {
  readonly to: Email;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** BCP 47. */
  readonly language: string;
  readonly replyTo?: string | undefined;
}

/** Loads the content of a mail. Undefined if it is no longer needed; then it is skipped. */
export type MailComposer = (mail: Mail) => Promise<MailMessage | undefined>;

export type MailComposers = Readonly<Record<MailKind, MailComposer>>;

/** The same for every attempt, so that a mail that was sent twice can be recognized. */
const messageIdOf = ({ id }: Pick<Mail, 'id'>, { address }: Pick<MailSender, 'address'>): string =>
  `<${id}@${domainToASCII(address.slice(address.lastIndexOf('@') + 1))}>`;

/** Addresses are passed as objects: in a text, a comma or a line break could add a recipient or a header. */
export const mimeOf = (mail: Mail, message: MailMessage, sender: MailSender): SendMailOptions => ({
  messageId: messageIdOf(mail, sender),
  from: { name: sender.name, address: sender.address },
  to: { name: '', address: message.to },
  ...(message.replyTo !== undefined && { replyTo: { name: '', address: message.replyTo } }),
  envelope: { from: sender.address, to: [message.to] },
  subject: oneLine(message.subject),
  text: message.text,
  html: message.html,
  headers: {
    'Content-Language': message.language,
    // Asks for no automatic replies, RFC 3834.
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  },
});

/** Without line breaks, other control characters, and marks that change the direction of the text. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
