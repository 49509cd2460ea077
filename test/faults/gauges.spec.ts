import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readGauge } from '../../tools/drill/gauges.mjs';

const server = createServer((_, response) =>
  response.end('# TYPE db_pool_idle gauge\ndb_pool_idle 3\ndb_pool_waiting 0\n'),
);
let service: { name: string; url: string };

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  service = { name: 'API 1', url: `http://127.0.0.1:${port}` };
});
afterAll(() => {
  server.close();
});

describe('reading a gauge in a drill', () => {
  it('returns its value', async () => {
    await expect(readGauge(service, 'db_pool_idle')).resolves.toBe(3);
    await expect(readGauge(service, 'db_pool_waiting')).resolves.toBe(0);
  });

  it('fails if the gauge is missing, because a leak could not be detected', async () => {
    await expect(readGauge(service, 'db_pool_connections')).rejects.toThrow(/API 1 .*db_pool_connections/);
  });
});
