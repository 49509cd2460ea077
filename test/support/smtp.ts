import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { selfSigned } from './self-signed.js';

export interface ReceivedMail {
  readonly messageId: string;
  readonly to: string;
  /** As it was sent, decoded from base64 and quoted-printable. */
  readonly content: string;
}

type Rejection = { readonly code: number; readonly at: 'RCPT' | 'DATA' };

/** An SMTP server that records what it accepts. */
export class SmtpReceiver {
  readonly received: ReceivedMail[] = [];
  attempts = 0;
  rejects: (to: string) => Rejection | undefined = () => undefined;
  /** Whether the server accepts the mail and cuts the connection in place of its answer. */
  losesAnswer: (to: string) => boolean = () => false;
  delayMs: () => number = () => 0;
  private readonly sockets = new Map<number, Socket>();
  private readonly server: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    this.server = new SMTPServer({
      authOptional: true,
      ...selfSigned(),
      onRcptTo: ({ address }, _session, callback) => {
        this.attempts += 1;
        callback(this.errorOf(address, 'RCPT'));
      },
      onData: (stream, { envelope, remotePort }, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = envelope.rcptTo.map(({ address }) => address).join(' ');
          void delay(this.delayMs()).then(() => {
            const error = this.errorOf(to, 'DATA');
            if (error === undefined) this.received.push(mailOf(to, Buffer.concat(chunks).toString()));
            if (error === undefined && this.losesAnswer(to)) this.sockets.get(remotePort)?.destroy();
            else callback(error);
          });
        });
      },
      ...options,
    });
    // A killed worker resets its connection.
    this.server.on('error', () => undefined);
    this.server.server.on(options.secure === true ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.sockets.set(socket.remotePort ?? 0, socket);
    });
  }

  static async open(options: SMTPServerOptions = {}): Promise<SmtpReceiver> {
    const receiver = new SmtpReceiver(options);
    await once(receiver.server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** The settings of a worker that sends to it. */
  get environment(): Record<string, string> {
    return {
      MAIL_URL: `smtp://127.0.0.1:${this.port}`,
      MAIL_FROM: 'Example Pay <pay@florin.example>',
      PUBLIC_URL: 'https://pay.example.com',
    };
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.close(resolve);
    });
  }

  private errorOf(to: string, at: 'RCPT' | 'DATA'): Error | undefined {
    const rejection = this.rejects(to);
    if (rejection?.at !== at) return undefined;
    return Object.assign(new Error(`rejected ${to}`), { responseCode: rejection.code });
  }
}

const mailOf = (to: string, raw: string): ReceivedMail => ({
  to,
  messageId: /^Message-ID: (<.+>)\r$/im.exec(raw)?.[1] ?? '',
  content: decodeParts(raw),
});

/** The headers, and the decoded parts of a multipart message. */
export function decodeParts(raw: string): string {
  const boundary = /boundary="(.+?)"/.exec(raw)?.[1] ?? '\0';
  return raw
    .split(`--${boundary}`)
    .map((part) => {
      const end = part.indexOf('\r\n\r\n');
      const [headers, body] = [part.slice(0, end), part.slice(end + 4)];
      if (/transfer-encoding: base64/i.test(headers)) return headers + Buffer.from(body, 'base64').toString();
      if (!/transfer-encoding: quoted-printable/i.test(headers)) return part;
      const bytes = body
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
      return `${headers}\r\n\r\n${Buffer.from(bytes, 'latin1').toString()}`;
    })
    .join('\n');
}
