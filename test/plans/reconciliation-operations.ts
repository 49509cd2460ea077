import { expectStatus } from '../support/account-holders.js';
import type { RunningApi } from '../support/running-api.js';

/** Reconciles a file as the owner, and reads the result as the owner and an admin. */
export async function reconcileAFile(api: RunningApi, owner: string, admin: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const body = `date,amount\n${`${today},5.00\n`.repeat(5_000)}`;
  const headers = { 'content-type': 'text/csv' };
  const path = '/v1/reconciliations';
  const created = await api.request<{ id: string }>('POST', `${path}?format=csv`, {
    token: owner,
    body,
    headers,
  });
  expectStatus(created, 201);
  for (const token of [owner, admin]) {
    expectStatus(await api.request('GET', `${path}/${created.body.id}`, { token }), 200);
    for (const filter of ['', '&result=matched', '&result=missing_in_florin']) {
      const lines = `${path}/${created.body.id}/lines?limit=10${filter}`;
      const { body: page } = await api.request<{ data: { id: string }[] }>('GET', lines, { token });
      const cursor = page.data.at(-1)?.id ?? 'rcl_01k9zxv3s8e7qv5m2c4w6y8h0j';
      for (const move of ['starting_after', 'ending_before'])
        expectStatus(await api.request('GET', `${lines}&${move}=${cursor}`, { token }), 200);
    }
  }
}
