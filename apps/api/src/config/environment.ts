import { isIP } from 'node:net';
import { DEFAULT_DATA_DIR, PASSWORD_COST, urlOf } from '@florin/infrastructure';
import {
  TransformWith,
  IsDatabaseUrl,
  IsJwtSecret,
  IsOneOf,
  IsWholeNumber,
} from '@florin/infrastructure/environment';
import { parseEmail } from '@florin/kernel';
import { IsDefined, IsOptional, IsString, ValidateIf } from 'class-validator';
import { SharedEnvironment } from '../core/shared-environment.js';

/** The environment variables of the API. */
export class ApiEnvironment extends SharedEnvironment {
  @TransformWith(parseHost, 'must be an IP address or host name of this machine, such as 127.0.0.1')
  readonly HOST: string = '127.0.0.1';

  @IsWholeNumber(0, 65_535)
  readonly PORT: number = 3000;

  @IsWholeNumber(1, 32)
  readonly WEB_CONCURRENCY: number = 1;

  @IsOptional()
  @IsDatabaseUrl()
  readonly DATABASE_URL?: string;

  @IsString()
  readonly DATA_DIR: string = DEFAULT_DATA_DIR;

  @IsOptional()
  @IsJwtSecret()
  readonly JWT_SECRET?: string;

  @ValidateIf(isEitherSet('ADMIN_EMAIL', 'ADMIN_PASSWORD'))
  @IsDefined({ message: 'must be set if ADMIN_PASSWORD is set' })
  @TransformWith(parseEmail, 'must be an email address')
  readonly ADMIN_EMAIL?: string;

  @ValidateIf(isEitherSet('ADMIN_EMAIL', 'ADMIN_PASSWORD'))
  @IsDefined({ message: 'must be set if ADMIN_EMAIL is set' })
  readonly ADMIN_PASSWORD?: string;

  @IsOneOf(['open', 'closed'])
  readonly SIGNUP: 'open' | 'closed' = 'open';

  @IsOneOf(['on', 'off'])
  readonly RATE_LIMITS: 'on' | 'off' = 'on';

  @ValidateIf(isEitherSet('TLS_CERT', 'TLS_KEY'))
  @IsDefined({ message: 'must be set if TLS_KEY is set' })
  readonly TLS_CERT?: string;

  @ValidateIf(isEitherSet('TLS_CERT', 'TLS_KEY'))
  @IsDefined({ message: 'must be set if TLS_CERT is set' })
  readonly TLS_KEY?: string;

  @TransformWith(parseProxies, 'must list addresses or networks, such as 10.0.0.7, 10.1.0.0/16 or loopback')
  readonly TRUST_PROXY: readonly string[] = [];

  @IsString()
  readonly NODE_ENV: string = '';

  @IsWholeNumber(PASSWORD_COST.min, PASSWORD_COST.max)
  readonly PASSWORD_COST: number = PASSWORD_COST.default;

  @IsWholeNumber(1, 86_400)
  readonly ACCESS_TOKEN_TTL: number = 3600;

  @IsWholeNumber(0, 300)
  readonly REFRESH_REUSE_GRACE_SECONDS: number = 10;
}

function isEitherSet(one: keyof ApiEnvironment, other: keyof ApiEnvironment) {
  return (settings: ApiEnvironment): boolean => settings[one] !== undefined || settings[other] !== undefined;
}

/** Checks the syntax only. Whether this machine has the address is known when the server listens. */
function parseHost(host: string): string | undefined {
  return URL.canParse(urlOf(false, host, 0)) && !/[/?#@\\]/.test(host) ? host : undefined;
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function parseProxies(text: string): readonly string[] | undefined {
  const entries = text.split(',').map((entry) => entry.trim());
  const proxies = entries.filter((entry) => entry !== '');
  return proxies.every((entry) => NAMED_NETWORKS.includes(entry) || isNetwork(entry)) ? proxies : undefined;
}

/** /0 is rejected: it would trust every client. */
function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128);
}
