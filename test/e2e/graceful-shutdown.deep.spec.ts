/** Asserts how many seconds a shutdown takes. */
import { Agent, request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EchoModule, heldRequests } from '../support/echo.module.js';
import { scheduledNow } from '../support/scheduled-time.js';
import { type RunningApi, send, startApi } from '../support/running-api.js';

let api: RunningApi;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface KeepAliveResponse {
  readonly status: number;
  readonly connection: string | undefined;
  readonly text: string;
}

/** Sends a request over a connection that was opened before the drain. */
function sendOver(agent: Agent, url: string, method = 'GET'): Promise<KeepAliveResponse> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { agent, method }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, text });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Waits until the service has this many requests in flight, besides the one for /metrics. */
async function untilInFlight(count: number): Promise<void> {
  for (;;) {
    const { text } = await send(`${api.url}/metrics`, 'GET');
    if (text.includes(`http_requests_in_flight ${count + 1}\n`)) return;
    await pause(5);
  }
}

describe('a service that shuts down', () => {
  beforeEach(() => {
    heldRequests.close();
  });
  afterEach(() => {
    heldRequests.open();
    return api.stop();
  });

  it('completes requests in flight and rejects new ones', async () => {
    api = await startApi({ modules: [EchoModule] });
    const inFlight = Array.from({ length: 20 }, () => send(`${api.url}/v1/echo/held`, 'POST'));
    await untilInFlight(20);
    const stopped = api.stop();

    const late = await send(`${api.url}/v1/echo`, 'GET');
    expect(late).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(Object.keys(late.body)).toEqual(['error', 'message']);
    expect(late.headers.get('retry-after')).toBe('1');
    expect((await send(`${api.url}/health/ready`, 'GET')).status).toBe(503);
    expect((await send(`${api.url}/health/live`, 'GET')).status).toBe(200);

    heldRequests.open();
    const responses = await Promise.all(inFlight);
    expect(responses.map(({ status, body }) => ({ status, body: body }))).toEqual(
      responses.map(() => ({ status: 200, body: { finished: true } })),
    );
    await stopped;
    await expect(send(`${api.url}/health/live`, 'GET')).rejects.toThrow();
  });

  it('closes keep-alive connections, and does not wait for idle ones', async () => {
    api = await startApi({ modules: [EchoModule] });
    const agent = new Agent({ keepAlive: true, maxSockets: 2 });
    expect((await sendOver(agent, `${api.url}/v1/echo`)).connection).toBe('keep-alive');
    const slow = sendOver(agent, `${api.url}/v1/echo/held`, 'POST');
    await untilInFlight(1);
    const began = scheduledNow();
    const stopped = api.stop();
    heldRequests.open();
    expect(await slow).toMatchObject({ status: 200, connection: 'close' });
    await stopped;
    expect(scheduledNow() - began).toBeLessThan(8_000);
    agent.destroy();
  });

  it('closes the connections of requests that do not finish in time', async () => {
    api = await startApi({ modules: [EchoModule], limits: { drainMs: 150 } });
    const slow = send(`${api.url}/v1/echo/held`, 'POST').catch(() => 'cut');
    await untilInFlight(1);
    const began = scheduledNow();
    await api.stop();
    expect(scheduledNow() - began).toBeLessThan(8_000);
    expect(await slow).toBe('cut');
    expect(api.logs.some((line) => line.includes('unfinished requests'))).toBe(true);
  });
});
