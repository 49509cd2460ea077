import {
  addKey,
  addUser,
  expectStatus,
  freshEmail,
  type Holder,
  logIn,
  openAccount,
  PASSWORD,
} from '../support/account-holders.js';
import { addAdmin } from '../support/add-admin.js';
import { linkOf, submitPassword } from '../support/password-resets.js';
import { requestPayment } from '../support/payments.js';
import type { RunningApi } from '../support/running-api.js';
import { subscribe } from '../support/subscriptions.js';

/*
 * The basic form of each operation is called elsewhere. These are other forms, which send other statements.
 */

const pause = async (api: RunningApi, { token }: Holder, id: string): Promise<void> => {
  const body = { status: 'paused' };
  expectStatus(await api.request('PATCH', `/v1/subscriptions/${id}`, { token, body }), 200);
};

/** Changes the currency and email of an account, and the username and password of its owner. */
export async function changeRareFields(api: RunningApi): Promise<void> {
  const { token } = await openAccount(api);
  const email = freshEmail('moved');
  const settings = { currency: 'EUR' };
  expectStatus(await api.request('PATCH', '/v1/account', { token, body: { email, settings } }), 200);
  const { user } = (await logIn(api, email)) as unknown as { user: { id: string } };
  const body = { username: `plans-${Date.now()}`, password: `${PASSWORD} staple` };
  expectStatus(await api.request('PATCH', `/v1/users/${user.id}`, { token, body }), 200);
  await logIn(api, body.username, body.password);
}

/** The reports that are no lists. */
export async function readReports(api: RunningApi, token: string): Promise<void> {
  for (const path of ['/v1/account/balance?at=2026-01-31', '/v1/account/activity?interval=week'])
    expectStatus(await api.request('GET', path, { token }), 200);
}

/** Resets the password of a user with a link. */
export async function resetPassword(api: RunningApi): Promise<void> {
  const { email } = await addUser(api);
  const { status } = await submitPassword((await linkOf(api, email)).page, `${PASSWORD} staple`);
  if (status !== 303) throw new Error(`The form returned ${status}`);
}

/** Deletes an admin who has a platform key. */
export async function deleteAdminWithKey(api: RunningApi, token: string): Promise<void> {
  const admin = await addAdmin(api);
  await addKey(api, admin.token);
  expectStatus(await api.request('DELETE', `/v1/users/${admin.id}`, { token }), 200);
}

/** Closes an account that has one of each dependent resource. */
export async function closeAccountWithDependents(api: RunningApi): Promise<void> {
  const account = await openAccount(api);
  const { id: account_id, token } = account;
  await addUser(api, token);
  await addKey(api, token);
  await requestPayment(api, account);
  await pause(api, account, (await subscribe(api, account)).id);
  const credit = { account_id, type: 'credit', amount: 5, currency: 'USD' };
  expectStatus(await api.request('POST', '/v1/transactions', { token, body: credit }), 201);
  const headers = { 'x-account-id': account_id };
  expectStatus(await api.request('DELETE', '/v1/account', { token, headers }), 200);
}
