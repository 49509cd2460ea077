// Reference: payments in plain SQL, one SQL transaction each.
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { pay } from './payment.mjs';
import { Samples } from './samples.mjs';

const task = JSON.parse(await text(process.stdin));
const samples = new Samples(task);
await Promise.all(Array.from({ length: task.connections }, (_, index) => payOver(index)));
process.stdout.write(JSON.stringify(samples.summary()));

async function payOver(index) {
  const client = new pg.Client({ connectionString: task.url });
  await client.connect();
  for (let next = index; !samples.isOver; next += 7) {
    const startedAt = performance.now();
    await pay(client, task.accounts[next % task.accounts.length]);
    samples.add(startedAt, true);
  }
  await client.end();
}
