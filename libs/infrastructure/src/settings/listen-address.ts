import { isIP } from 'node:net';
import { BadSetting } from './bad-setting.js';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** The names of the settings. */
export type ListenSettingNames = Readonly<Record<'host' | 'port', string>>;

export function listenSettingError(
  error: unknown,
  { host, port }: ListenAddress,
  settings: ListenSettingNames,
): BadSetting | undefined {
  switch ((error as { code?: unknown }).code) {
    case 'EADDRINUSE':
      return new BadSetting(settings.port, `${port} is taken by another program on ${host}`);
    case 'EACCES':
      return new BadSetting(settings.port, `${port} may not be opened by this user`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new BadSetting(settings.host, `${host} is no address of this machine`);
    default:
      return undefined;
  }
}

/** A wildcard host is reached as localhost. */
export function urlOf(secure: boolean, host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  const scheme = secure ? 'https' : 'http';
  return `${scheme}://${name}${port === (secure ? 443 : 80) ? '' : `:${port}`}`;
}
