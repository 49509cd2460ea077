// Reads gauges from /metrics, without a kept-alive connection.
import { get } from 'node:http';
import { text } from 'node:stream/consumers';

export async function readGauge({ name: service, url }, name) {
  const metrics = await new Promise((resolve, reject) => {
    get(`${url}/metrics`, { agent: false }, (response) => text(response).then(resolve, reject)).on(
      'error',
      reject,
    );
  }).catch((error) => {
    throw new Error(`${service} does not serve metrics at ${url}`, { cause: error });
  });
  const match = new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics);
  if (match === null) throw new Error(`${service} has no metric ${name}`);
  return Number(match[1]);
}
