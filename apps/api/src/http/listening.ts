import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { BadSetting, type Settings } from '../settings.js';

type Place = Pick<Settings, 'host' | 'port'>;

/** Some failures to listen are a matter of settings, and whoever starts the service can do something about them. */
export function settingAtFault(error: unknown, { host, port }: Place): BadSetting | undefined {
  const code = (error as { code?: unknown }).code;
  if (code === 'EADDRINUSE') return new BadSetting('PORT', `${port} is taken by another program on ${host}`);
  if (code === 'EACCES') return new BadSetting('PORT', `${port} may not be opened by this user`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new BadSetting('HOST', `${host} is no address of this machine`);
  }
  return undefined;
}

/**
 * Finds out that nobody listens on a port yet, and which one it is if any would do. Processes that share a port would
 * share it with a second service just as well, and callers would be answered now by one and now by the other.
 */
export async function requireFreePort(place: Place): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(place);
    await once(probe, 'listening');
  } catch (error) {
    throw settingAtFault(error, place) ?? error;
  }
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
