// A receiver of webhooks with the official library for JavaScript. `PUT` sets the secrets, as JSON; each of them must verify
// a delivery. Prints its URL, and then each delivery as a line of JSON.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

let webhooks = [];

function verify(body, headers) {
  try {
    for (const webhook of webhooks) webhook.verify(body, headers);
    return null;
  } catch (error) {
    return error.message;
  }
}

const server = createServer(async (request, response) => {
  const body = await text(request);
  if (request.method === 'PUT') {
    webhooks = JSON.parse(body).map((secret) => new Webhook(secret));
    response.writeHead(204).end();
    return;
  }
  const error = verify(body, request.headers);
  console.log(JSON.stringify({ headers: request.headers, body, error }));
  response.writeHead(error === null ? 204 : 400).end(error ?? undefined);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
