import { AccountDirectory } from '@florin/accounts';
import { LOGGER } from '@florin/api/core/core.module';
import { provide, provideWithDatabase } from '@florin/api/core/factory-provider';
import { IdentityCoreModule } from '@florin/api/core/identity-core.module';
import { PaymentsCoreModule, TEST_MODE } from '@florin/api/core/payments-core.module';
import {
  FolderMailTransport,
  type MailComposers,
  type MailTransport,
  PostgresMailQueue,
  SmtpMailTransport,
  TypeOrmAccountDirectory,
  TypeOrmPayeeDirectory,
} from '@florin/infrastructure';
import { OpenPasswordReset, PasswordResetTokens } from '@florin/identity';
import { Clock } from '@florin/kernel';
import {
  OpenPaymentPage,
  PageSecrets,
  PayeeDirectory,
  PaymentRequestReader,
  RefundReader,
  SubscriptionReader,
} from '@florin/payments';
import {
  Inject,
  Module,
  type InjectionToken,
  type OnApplicationShutdown,
  Optional,
  type Provider,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { WorkerSettings } from '../settings.js';
import { accountClosedMail } from './account-mails.js';
import { OpenPasswordResets } from './open-password-resets.js';
import { passwordResetMail, PasswordResets } from './password-reset-mail.js';
import { PaymentMailComposers } from './payment-mails.js';

/** Undefined: mails are not sent. */
export const MAIL_TRANSPORT: InjectionToken<MailTransport | undefined> = Symbol('mail transport');
/** How to compose the mails of each kind. */
export const MAIL_COMPOSERS: InjectionToken<MailComposers> = Symbol('mail composers');

function openTransport({ mail }: WorkerSettings, logger: Logger): MailTransport | undefined {
  if (mail === undefined) {
    logger.warn('MAIL_URL is not set: mails are not sent, and given up after a day');
    return undefined;
  }
  const { server, sender } = mail;
  return server.kind === 'smtp'
    ? new SmtpMailTransport(server, sender)
    : new FolderMailTransport(server.path, sender, logger);
}

function composersOf(
  pages: OpenPaymentPage,
  refunds: RefundReader,
  secrets: PageSecrets,
  accounts: AccountDirectory,
  resets: PasswordResets,
  { mail }: WorkerSettings,
): MailComposers {
  const publicUrl = mail?.publicUrl ?? '';
  const serviceName = mail?.sender.name || 'Florin';
  const payments = new PaymentMailComposers(pages, refunds, secrets, publicUrl, TEST_MODE);
  return {
    payment_request: payments.paymentRequest,
    receipt: payments.receipt,
    refund: payments.refund,
    account_closed: accountClosedMail(accounts, serviceName),
    password_reset: passwordResetMail(resets, serviceName, publicUrl),
  };
}

const PROVIDERS: Provider[] = [
  provideWithDatabase(PayeeDirectory, TypeOrmPayeeDirectory),
  provideWithDatabase(AccountDirectory, TypeOrmAccountDirectory),
  provideWithDatabase(PostgresMailQueue, PostgresMailQueue),
  provide(OpenPaymentPage, PaymentRequestReader, PayeeDirectory, SubscriptionReader, PageSecrets, Clock),
  {
    provide: PasswordResets,
    inject: [OpenPasswordReset, PasswordResetTokens, AccountDirectory, Clock],
    useFactory: (...parts: ConstructorParameters<typeof OpenPasswordResets>) =>
      new OpenPasswordResets(...parts),
  },
  { provide: MAIL_TRANSPORT, inject: [WorkerSettings, LOGGER], useFactory: openTransport },
  {
    provide: MAIL_COMPOSERS,
    inject: [OpenPaymentPage, RefundReader, PageSecrets, AccountDirectory, PasswordResets, WorkerSettings],
    useFactory: composersOf,
  },
];

/** Composes and sends mails. */
@Module({
  imports: [PaymentsCoreModule, IdentityCoreModule],
  providers: PROVIDERS,
  exports: [PostgresMailQueue, MAIL_TRANSPORT, MAIL_COMPOSERS],
})
export class MailModule implements OnApplicationShutdown {
  constructor(@Optional() @Inject(MAIL_TRANSPORT) private readonly transport: MailTransport | undefined) {}

  /** After the last attempt: connections are kept open between mails. */
  onApplicationShutdown(): void {
    this.transport?.close();
  }
}
