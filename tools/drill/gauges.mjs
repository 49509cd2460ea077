// What a service says of itself at /metrics, asked over a connection that is closed again at once.
import { get } from 'node:http';
import { text } from 'node:stream/consumers';

export async function readGauge({ name: service, url }, name) {
  const metrics = await new Promise((resolve, reject) => {
    get(`${url}/metrics`, { agent: false }, (answer) => text(answer).then(resolve, reject)).on(
      'error',
      reject,
    );
  }).catch((error) => {
    throw new Error(`${service} does not tell its metrics at ${url}`, { cause: error });
  });
  const found = new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics);
  if (found === null) throw new Error(`${service} tells no ${name}`);
  return Number(found[1]);
}
