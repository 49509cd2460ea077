// The reference: one SQL transaction per payment, as most services would send it. Lock the book, insert, update, commit.
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { Samples } from './samples.mjs';

const task = JSON.parse(await text(process.stdin));
const samples = new Samples(task);
await Promise.all(Array.from({ length: task.connections }, (_, index) => payOver(index)));
process.stdout.write(JSON.stringify(samples.summary()));

async function payOver(index) {
  const client = new pg.Client({ connectionString: task.url });
  await client.connect();
  for (let next = index; !samples.isOver; next += 7) {
    const begun = performance.now();
    await pay(client, task.accounts[next % task.accounts.length]);
    samples.add(begun, true);
  }
  await client.end();
}

async function pay(client, accountId) {
  await client.query('BEGIN');
  const { rows } = await client.query({
    name: 'lock',
    text: 'SELECT available FROM books WHERE account_id = $1 FOR UPDATE',
    values: [accountId],
  });
  if (Number(rows[0].available) < 1) throw new Error('The account has run out of money.');
  await client.query({
    name: 'insert',
    text: `INSERT INTO transactions
        (account_id, id, type, amount, currency, status, reference, metadata, created_at, updated_at)
      VALUES ($1, $2, 'payment', 1, 'USD', 'pending', 'bench', '{}', now(), now())`,
    values: [accountId, idOfNow()],
  });
  await client.query({
    name: 'update',
    text: 'UPDATE books SET available = available - 1, held = held + 1, updated_at = now() WHERE account_id = $1',
    values: [accountId],
  });
  await client.query('COMMIT');
}

/** Ids that grow with time, as the service's do: random ones would be slower to index, and the race not fair. */
function idOfNow() {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
