import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type ListenAddress, type ListenSettingNames, listenSettingError } from '@florin/infrastructure';

const API_LISTENING: ListenSettingNames = { host: 'HOST', port: 'PORT' };

/** What a failure to listen means, where it is a matter of settings. */
export const toSettingError = (error: unknown, place: ListenAddress, settings = API_LISTENING) =>
  listenSettingError(error, place, settings);

/**
 * Finds out that nobody listens on a port yet, and which one it is if any would do. Processes that share a port would
 * share it with a second service just as well, and callers would be answered now by one and now by the other.
 */
export async function requireFreePort(
  { host, port: wanted }: ListenAddress,
  settings = API_LISTENING,
): Promise<number> {
  const probe = createServer();
  try {
    probe.listen({ host, port: wanted });
    await once(probe, 'listening');
  } catch (error) {
    throw toSettingError(error, { host, port: wanted }, settings) ?? error;
  }
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
