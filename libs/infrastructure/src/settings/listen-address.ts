import { isIP } from 'node:net';
import { BadSetting } from './bad-setting.js';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export type ListenSettingNames = Readonly<Record<'host' | 'port', string>>;

export function listenSettingError(
  error: unknown,
  { host, port }: ListenAddress,
  settings: ListenSettingNames,
): BadSetting | undefined {
  switch ((error as { code?: unknown }).code) {
    case 'EADDRINUSE':
      return new BadSetting(settings.port, `${port} is in use by another program on ${host}`);
    case 'EACCES':
      return new BadSetting(settings.port, `${port} cannot be opened by this user. Choose a port above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new BadSetting(settings.host, `${host} is not an address of this machine`);
    default:
      return undefined;
  }
}

/** Uses localhost for a wildcard host. */
export function urlOf(secure: boolean, host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  const scheme = secure ? 'https' : 'http';
  return `${scheme}://${name}${port === (secure ? 443 : 80) ? '' : `:${port}`}`;
}
