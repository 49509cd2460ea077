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

describe('a gauge that a drill reads', () => {
  it('is what the service tells', async () => {
    await expect(readGauge(service, 'db_pool_idle')).resolves.toBe(3);
    await expect(readGauge(service, 'db_pool_waiting')).resolves.toBe(0);
  });

  it('has to be there: compared with nothing, no leak would ever be found', async () => {
    await expect(readGauge(service, 'db_pool_connections')).rejects.toThrow(
      'API 1 has no metric db_pool_connections',
    );
  });
});
