import type { LogLevel, MailSender, MailServer } from '@florin/infrastructure';
import {
  IsLogLevel,
  IsMailFrom,
  IsMailUrl,
  IsMetricsToken,
  IsOneOf,
  IsSettlementDelay,
  IsWholeNumber,
  IsWorkerPort,
  type NumberOrOff,
  TransformWith,
} from '@florin/infrastructure/environment';
import { DEFAULT_MAILS_PER_HOUR } from '@florin/payments';
import { IsOptional, IsString } from 'class-validator';

/** The environment variables that the API and the worker share. */
export class SharedEnvironment {
  @IsOptional()
  @IsSettlementDelay()
  readonly SETTLEMENT_DELAY_SECONDS?: NumberOrOff;

  @IsLogLevel()
  readonly LOG_LEVEL: LogLevel = 'info';

  @IsOptional()
  @IsMetricsToken()
  readonly METRICS_TOKEN?: string;

  @IsOptional()
  @IsWorkerPort()
  readonly WORKER_PORT?: NumberOrOff;

  @IsOptional()
  @IsOneOf(['on', 'off'])
  readonly WEBHOOK_ALLOW_PRIVATE_ADDRESSES?: 'on' | 'off';

  @IsString()
  readonly WORKER_HOST: string = '127.0.0.1';

  @IsOptional()
  @TransformWith(parsePublicUrl, 'must be an http or https URL without query, fragment or credentials')
  readonly PUBLIC_URL?: string;

  @IsOptional()
  @IsMailUrl()
  readonly MAIL_URL?: MailServer;

  @IsOptional()
  @IsMailFrom()
  readonly MAIL_FROM?: MailSender;

  @IsWholeNumber(1, 10_000)
  readonly MAIL_PAYMENTS_PER_HOUR: number = DEFAULT_MAILS_PER_HOUR;
}

function parsePublicUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null) return undefined;
  // Links append a path: a trailing ? or # is dropped, and a query or fragment is rejected.
  const plain = `${url.origin}${url.pathname}`;
  const isPlain = /^https?:/.test(plain) && url.href.replace(/[?#]*$/, '') === plain;
  return isPlain ? plain.replace(/\/+$/, '') : undefined;
}
