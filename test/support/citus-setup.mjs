// The shared server of the tests on Citus: a cluster that exists. CITUS_URL is the address of its coordinator, as a
// superuser, with a database that has the extension and knows the worker nodes. Each spec file gets a copy of a distributed
// template database, made on every node.
import { randomBytes } from 'node:crypto';
import { createOnNodes, dropOnNodes, execute, findNodes } from './citus-databases.mjs';

let template;
let nodes = [];

export default async function setUp() {
  const url = process.env.CITUS_URL;
  nodes = await findNodes(url);
  template = `florin_template_${randomBytes(4).toString('hex')}`;
  await makeTemplate();
  process.env.FLORIN_TEST_SERVER = url;
  process.env.FLORIN_TEST_TEMPLATE = template;
  process.env.FLORIN_TEST_NODES = JSON.stringify(nodes.slice(1));
}

export async function tearDown() {
  if (template !== undefined) await dropOnNodes(nodes, template);
}

async function makeTemplate() {
  const [coordinator, ...workers] = await createOnNodes(nodes, template);
  const { connect, createDataSource, distribute, migrate, planDistribution } =
    await import('@florin/infrastructure');
  await migrate({ url: coordinator });
  const timeouts = { statement: 0, query: 0, idleInTransaction: 0 };
  const dataSource = await connect(
    createDataSource({ url: coordinator, applicationName: 'florin cli', timeouts }),
  );
  await distribute(dataSource, await planDistribution(dataSource), { shards: 2 * workers.length });
  await dataSource.destroy();
  // A template with open connections, such as those of Citus's own daemons, cannot be copied.
  for (const node of nodes) {
    await execute(node, `ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
    await execute(node, `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1`, [
      template,
    ]);
  }
}
