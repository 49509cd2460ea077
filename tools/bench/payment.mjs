// One payment in plain SQL: lock the balance, insert, update, commit. For a fair comparison the statements are prepared, and
// ids increase with time, as in the service.
import { randomUUID } from 'node:crypto';

export async function pay(client, accountId) {
  const id = newId();
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
    values: [accountId, id],
  });
  await client.query({
    name: 'update',
    text: 'UPDATE books SET available = available - 1, held = held + 1, updated_at = now() WHERE account_id = $1',
    values: [accountId],
  });
  await client.query('COMMIT');
  return id;
}

function newId() {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
