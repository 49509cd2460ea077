import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type ListenAddress, type ListenSettingNames, listenSettingError } from '@florin/infrastructure';

const API_LISTENING: ListenSettingNames = { host: 'HOST', port: 'PORT' };

/** Maps an error of `listen` to the setting that caused it; undefined for other errors. */
export const toSettingError = (error: unknown, address: ListenAddress, settings = API_LISTENING) =>
  listenSettingError(error, address, settings);

/**
 * Fails if the port is in use. For port 0 the system chooses a free port; returns its number. The processes of a cluster
 * share a port, and would share it with a second Florin without an error.
 */
export async function requireFreePort(
  { host, port: requestedPort }: ListenAddress,
  settings = API_LISTENING,
): Promise<number> {
  const probe = createServer();
  try {
    probe.listen({ host, port: requestedPort });
    await once(probe, 'listening');
  } catch (error) {
    throw toSettingError(error, { host, port: requestedPort }, settings) ?? error;
  }
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
