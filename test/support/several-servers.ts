import type { PostgresServer } from './postgres-server.mjs';

/** One URL that names all of them, in this order. */
export function urlOfAll(servers: readonly PostgresServer[], target = 'read-write'): string {
  const [first] = servers;
  if (first === undefined) throw new Error('No servers to name');
  const { host } = new URL(first.url);
  const hosts = servers.map(({ url }) => new URL(url).host).join(',');
  return `${first.url.replace(host, hosts)}?target_session_attrs=${target}`;
}
