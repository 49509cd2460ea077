import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EchoSlice } from '../support/echo-slice.js';
import { type RunningApi, startApi } from '../support/running-api.js';

describe('the running service', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi({ slices: [EchoSlice] });
  });
  afterAll(() => api.stop());

  it('is live and ready', async () => {
    expect(await api.request('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'live' } });
    expect(await api.request('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'ready' },
    });
  });
});
