import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SECOND_MS } from '@florin/kernel';
import nodemailer from 'nodemailer';
import type { Logger } from 'pino';
import { makeFolder } from '../system/make-folder.js';
import type { MailMessage } from './mail-message.js';
import { mimeOf } from './mail-message.js';
import type { Mail } from './mail.entity.js';
import type { MailSender, MailServer } from '../settings/mail-settings.js';

/** Mails that one worker sends at once, each on a connection of its own. */
export const MAX_SENDING = 5;

export interface MailTransport {
  /** Throws if the mail was not accepted, or if that is not known. */
  send(mail: Mail, message: MailMessage): Promise<void>;
  close(): void;
}

type SmtpServer = Extract<MailServer, { kind: 'smtp' }>;

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host);

/** With STARTTLS if the server offers it, except on this machine. Credentials are never sent unencrypted to another one. */
export class SmtpMailTransport implements MailTransport {
  private readonly transporter;

  constructor(
    { host, port, secure, credentials }: SmtpServer,
    private readonly sender: MailSender,
    timeoutMs = 20 * SECOND_MS,
  ) {
    this.transporter = nodemailer.createTransport({
      host,
      port,
      secure,
      ...(credentials !== undefined && { auth: credentials }),
      ignoreTLS: !secure && isLoopback(host),
      requireTLS: !secure && !isLoopback(host) && credentials !== undefined,
      pool: true,
      maxConnections: MAX_SENDING,
      // A mail whose connection broke is repeated by the queue, which counts the attempts.
      maxRequeues: 0,
      idleTimeout: 5 * SECOND_MS,
      connectionTimeout: timeoutMs / 2,
      greetingTimeout: timeoutMs / 2,
      dnsTimeout: timeoutMs / 2,
      socketTimeout: timeoutMs,
      // The content comes from the templates only.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send(mail: Mail, message: MailMessage): Promise<void> {
    await this.transporter.sendMail(mimeOf(mail, message, this.sender));
  }

  close(): void {
    this.transporter.close();
  }
}

/** Writes each mail as a file, for trying Florin out. A mail that is sent again replaces its file. */
export class FolderMailTransport implements MailTransport {
  private readonly composer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  constructor(
    private readonly folder: string,
    private readonly sender: MailSender,
    private readonly logger: Logger,
  ) {}

  async send(mail: Mail, message: MailMessage): Promise<void> {
    const { message: content } = await this.composer.sendMail(mimeOf(mail, message, this.sender));
    makeFolder(this.folder, 0o700);
    const time = mail.createdAt.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
    const path = join(this.folder, `${time}-${mail.kind}-${mail.id}.eml`);
    const unfinished = `${path}.${process.pid}.new`;
    await writeFile(unfinished, content as Buffer, { mode: 0o600 });
    await rename(unfinished, path);
    this.logger.info({ mail: mail.id, kind: mail.kind, file: path }, 'mail written to a file');
  }

  close(): void {
    // Nothing is open.
  }
}
