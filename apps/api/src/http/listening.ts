import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { settingAtFault } from '@florin/infrastructure';
import type { Settings } from '../settings.js';

type Place = Pick<Settings, 'host' | 'port'>;

/** What a failure to listen means, where it is a matter of settings. */
export const faultOf = (error: unknown, place: Place) =>
  settingAtFault(error, place, { host: 'HOST', port: 'PORT' });

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
    throw faultOf(error, place) ?? error;
  }
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
