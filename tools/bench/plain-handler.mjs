// Reference: a minimal Fastify handler on the same driver, without users, sessions and checks. Each request is one SQL
// transaction on a pooled connection.
import Fastify from 'fastify';
import pg from 'pg';
import { pay } from './payment.mjs';

const { DATABASE_URL, POOL_SIZE } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(POOL_SIZE) });
const server = Fastify();

const body = {
  type: 'object',
  required: ['account_id', 'amount', 'currency', 'type'],
  properties: {
    account_id: { type: 'string' },
    amount: { type: 'integer', minimum: 1 },
    currency: { type: 'string' },
    type: { enum: ['payment'] },
    reference: { type: 'string' },
  },
};

server.post('/v1/transactions', { schema: { body } }, async (request, reply) => {
  const { account_id, amount, currency, type, reference } = request.body;
  const client = await pool.connect();
  try {
    const id = await pay(client, account_id);
    reply.code(201);
    return { id, account_id, amount, currency, type, status: 'pending', reference };
  } finally {
    client.release();
  }
});

await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`listening on http://127.0.0.1:${server.server.address().port}\n`);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => server.close().then(() => process.exit(0)));
