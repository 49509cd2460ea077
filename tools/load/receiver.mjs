// A receiver of webhooks in its own process. `/silent` never responds, `/failing` responds with 500, and all other paths record
// the time from the event to its receipt. Any message of the parent is answered with the figures since the previous one.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

let latencies = [];
let received = new Set();

const server = createServer(async (request, response) => {
  const body = await text(request);
  if (request.url === '/silent') return;
  if (request.url === '/failing') {
    response.writeHead(500).end();
    return;
  }
  // The event has its time before the commit, so this is a little more than from the commit.
  const { created_at } = JSON.parse(body);
  latencies.push(Date.now() - Date.parse(created_at));
  received.add(`${request.url} ${request.headers['webhook-id']}`);
  response.writeHead(204).end();
});

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

process.on('message', (message) => {
  const sorted = Float64Array.from(latencies).sort();
  process.send({
    deliveries: sorted.length,
    distinct: received.size,
    p50: at(sorted, 0.5),
    p99: at(sorted, 0.99),
    max: at(sorted, 1),
  });
  if (message !== 'reset') return;
  latencies = [];
  received = new Set();
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));
