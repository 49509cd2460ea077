import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Email, parseEmail } from '@florin/kernel';
import { BadSetting } from './bad-setting.js';

/** An SMTP server, or a folder for trying Florin out. */
export type MailServer =
  | {
      readonly kind: 'smtp';
      readonly host: string;
      readonly port: number;
      /** TLS from the start. */
      readonly secure: boolean;
      readonly credentials: { readonly user: string; readonly pass: string } | undefined;
    }
  | { readonly kind: 'folder'; readonly path: string };

export const A_MAIL_URL = 'must be an smtp or smtps URL such as smtps://user:password@mail.example.com:465';

/** The ports of message submission, RFC 8314. */
const DEFAULT_PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

/** Undefined if it is not valid. */
export function parseMailUrl(text: string): MailServer | undefined {
  const url = URL.parse(text);
  if (url === null || url.search !== '' || url.hash !== '') return undefined;
  if (url.protocol === 'file:') return folderOf(url);
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') return undefined;
  if (url.hostname === '' || !['', '/'].includes(url.pathname) || url.port === '0') return undefined;
  const [user, pass] = [decoded(url.username), decoded(url.password)];
  if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined;
  return {
    kind: 'smtp',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port),
    secure: url.protocol === 'smtps:',
    credentials: user === '' ? undefined : { user, pass },
  };
}

function folderOf(url: URL): MailServer | undefined {
  try {
    const path = fileURLToPath(url);
    return isAbsolute(path) ? { kind: 'folder', path } : undefined;
  } catch {
    return undefined;
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export interface MailSender {
  /** May be empty. */
  readonly name: string;
  readonly address: Email;
}

export const A_MAIL_FROM =
  'must be an email address, or a name and an address: Example Pay <pay@example.com>';

/** Undefined if it is not valid. */
export function parseMailFrom(text: string): MailSender | undefined {
  if (/\p{Cc}/u.test(text)) return undefined;
  const match = /^(?:"([^"\\]*)"|([^"<>]*?))\s*<([^<>]+)>$/.exec(text);
  const name = (match?.[1] ?? match?.[2] ?? '').trim();
  const address = parseEmail(match?.[3] ?? text);
  return address === undefined ? undefined : { name, address };
}

export interface MailSettings {
  readonly server: MailServer;
  readonly sender: MailSender;
}

/** Of files, which are not sent. */
const FILE_SENDER: MailSender = { name: 'Florin', address: 'florin@mail.invalid' as Email };

/** Undefined without MAIL_URL. Throws `BadSetting` if MAIL_FROM is missing. */
export function mailSettingsOf(
  server: MailServer | undefined,
  sender: MailSender | undefined,
): MailSettings | undefined {
  if (server === undefined) return undefined;
  if (sender !== undefined) return { server, sender };
  if (server.kind === 'smtp') throw new BadSetting('MAIL_FROM', 'must be set if MAIL_URL is set');
  return { server, sender: FILE_SENDER };
}
