import { BadSetting } from './setting-reader.js';

export interface ListeningPlace {
  readonly host: string;
  readonly port: number;
}

/** What the settings are called that say where a process listens. */
export interface ListeningSettings {
  readonly host: string;
  readonly port: string;
}

/** Some failures to listen are a matter of settings, and whoever starts the process can do something about them. */
export function settingAtFault(
  error: unknown,
  { host, port }: ListeningPlace,
  settings: ListeningSettings,
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
