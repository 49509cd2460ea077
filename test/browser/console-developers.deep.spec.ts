import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ADMIN, addUser, type Holder, openAccount, WITH_ADMIN } from '../support/account-holders.js';
import { type RunningApi, startApi } from '../support/running-api.js';
import { until } from '../support/until.js';
import { PRIVATE_ADDRESSES, signersOf, WebhookReceiver } from '../support/webhooks.js';
import { type RunningWorker, startWorker } from '../support/worker-process.js';
import { describeInBrowser, useBrowser } from './browser-suite.js';
import { dialogOf, HOSTILE, takeSecret } from './console-steps.js';
import { expectAccessibleInLightAndDark, signInToConsole } from './console-suite.js';
import { overflows } from './payment-page-driver.js';

const KEYS = '/developers/api-keys';
const WEBHOOKS = '/developers/webhooks';
const EVENTS = '/developers/events';
const PHONE = { viewport: { width: 375, height: 700 } };

const browser = useBrowser();
let api: RunningApi;
let worker: RunningWorker;
let owner: Holder;
let receiver: WebhookReceiver;

beforeAll(async () => {
  api = await startApi({ environment: { ...WITH_ADMIN, ...PRIVATE_ADDRESSES } });
  worker = await startWorker(api, PRIVATE_ADDRESSES);
});
beforeEach(async () => {
  owner = await openAccount(api);
  receiver = await WebhookReceiver.open();
});
afterEach(() => receiver.close());
afterAll(async () => {
  await worker.end('SIGTERM');
  await api.stop();
});

const post = async (path: string, body: unknown, token = owner.token) =>
  (await api.request('POST', path, { token, body })).body;

async function credit(reference = 'INV-1'): Promise<string> {
  const body = { account_id: owner.id, type: 'credit', amount: 500, currency: 'USD', reference };
  return (await post('/v1/transactions', body))['id'] as string;
}

const addEndpoint = async (changes: object = {}) =>
  (await post('/v1/webhook_endpoints', {
    url: receiver.url,
    events: ['transaction.created'],
    ...changes,
  })) as { id: string; secret: string };

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const openedPath = (page: Page): string => new URL(page.url()).pathname.replace('/console', '');

describeInBrowser('webhooks in the console', () => {
  it('start with an endpoint whose secret is shown once and signs its test', async () => {
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, WEBHOOKS);
    await page.getByText('No webhook endpoints yet').waitFor();
    await expectAccessibleInLightAndDark(page);
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    const form = dialogOf(page, 'New webhook endpoint');
    await form.getByLabel('URL').fill('ftp://example.com/');
    await form.getByLabel('Description').fill(HOSTILE);
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    await form.getByRole('alert').waitFor();
    await form.getByLabel('URL').fill(receiver.url);
    await form.getByRole('radio', { name: 'Only these events' }).click();
    await form.getByLabel('Types of events').click();
    await page.getByRole('option', { name: 'transaction.created' }).click();
    await form.getByLabel('Description').click();
    await expectAccessibleInLightAndDark(page);
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    const secret = await takeSecret(page, 'Signing secret');

    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByRole('heading', { level: 1, name: new URL(receiver.url).host }).waitFor();
    await page.getByText(HOSTILE).waitFor();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByRole('heading', { level: 1, name: 'webhook_endpoint.test' }).waitFor();
    await page.getByText('Test events are not stored.').waitFor();
    expect(await page.getByRole('group', { name: 'Beginning of the response' }).innerText()).toBe('ok');
    const [request] = receiver.take();
    expect(signersOf(request!, { secret })).toEqual(['secret']);
    expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
    expect(browserErrors).toEqual([]);
  });

  it('show a failed attempt with the response as text, and send the event again', async () => {
    const { id } = await addEndpoint({ description: HOSTILE });
    receiver.status = 500;
    receiver.response = HOSTILE.repeat(40);
    const transaction = await credit(HOSTILE);
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, `${WEBHOOKS}/${id}`);
    const row = page.getByRole('row').filter({ hasText: 'transaction.created' });
    await row.getByText('500').waitFor();
    await expectAccessibleInLightAndDark(page);
    await row.getByRole('link').click();
    const response = page.getByRole('group', { name: 'Beginning of the response' }).first();
    expect(await response.innerText()).toBe(HOSTILE.repeat(40).slice(0, 1_024));
    const payload = page.getByRole('group', { name: 'Body of the request' });
    expect(JSON.parse(await payload.innerText())).toMatchObject({
      subject_id: transaction,
      data: { reference: HOSTILE },
    });
    await expectAccessibleInLightAndDark(page);

    receiver.status = 200;
    receiver.response = '';
    receiver.take();
    await page.getByRole('button', { name: 'Send again' }).click();
    await dialogOf(page, 'Send again').getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Succeeded').waitFor();
    await page.getByText('The response has no body.').waitFor();
    expect(JSON.parse(receiver.take()[0]!.body)).toMatchObject({ subject_id: transaction });
    expect(openedPath(page)).toMatch(new RegExp(`^${WEBHOOKS}/${id}/deliveries/whd_`));
    // A delivery that has ended is not read again and again.
    await expect(page.waitForRequest(/webhook_deliveries/, { timeout: 7_000 })).rejects.toThrow('Timeout');
    expect(browserErrors).toEqual([]);
  });

  it('change, pause and go', async () => {
    const { id } = await addEndpoint();
    const { page } = await signInToConsole(browser(), api, owner, `${WEBHOOKS}/${id}`);
    await page.getByText('No deliveries yet').waitFor();
    await choose(page, 'Edit');
    const form = dialogOf(page, 'Edit the endpoint');
    await form.getByLabel('Description').fill('Web shop');
    await form.getByRole('radio', { name: 'All events' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Web shop').waitFor();
    await page.getByRole('cell', { name: 'All events' }).waitFor();

    await choose(page, 'Disable');
    await dialogOf(page, 'Disable').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('This endpoint is disabled.').waitFor();
    await expectAccessibleInLightAndDark(page);
    await page.getByRole('button', { name: 'More actions' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Edit',
      'Rotate the secret',
      'Enable',
      'Delete',
    ]);
    await page.getByRole('menuitem', { name: 'Enable' }).click();
    await page.getByText('This endpoint is disabled.').waitFor({ state: 'hidden' });

    await choose(page, 'Delete');
    await dialogOf(page, 'Delete').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhook endpoints yet').waitFor();
    await page.goto(`${api.url}/console${WEBHOOKS}/${id}`);
    await page.getByRole('alert').waitFor();
  });

  it('are signed with both secrets after a rotation', async () => {
    const { id, secret: previous } = await addEndpoint();
    const { page } = await signInToConsole(browser(), api, owner, `${WEBHOOKS}/${id}`);
    await choose(page, 'Rotate the secret');
    await dialogOf(page, 'Rotate the secret').getByRole('button', { name: 'Rotate the secret' }).click();
    const secret = await takeSecret(page, 'Signing secret');
    await credit();
    await until('the delivery arrives', () => receiver.received.length > 0);
    expect(signersOf(receiver.take()[0]!, { previous, secret })).toEqual(['previous', 'secret']);
  });

  it('replay the events of a period, also those from before the endpoint', async () => {
    for (const reference of ['one', 'two', 'three']) await credit(reference);
    const { id } = await addEndpoint();
    const { page } = await signInToConsole(browser(), api, owner, `${WEBHOOKS}/${id}`);
    await choose(page, 'Replay a period');
    const form = dialogOf(page, 'Replay a period');
    expect(await form.getByRole('button', { name: 'Replay a period' }).isDisabled()).toBe(true);
    await form.getByLabel('From').click();
    await page.locator('button[data-today]').click();
    await expectAccessibleInLightAndDark(page);
    await form.getByRole('button', { name: 'Replay a period' }).click();
    await page.getByText('3 events will be sent.').waitFor();
    await until('all arrive', () => receiver.received.length === 3);
    const deliveries = page.getByRole('row').filter({ hasText: 'transaction.created' });
    await deliveries.nth(2).getByText('Succeeded').waitFor();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.getByText('Nothing matches these filters.').waitFor();
    expect(new URL(page.url()).search).toBe('?status=failed');
  });

  it('are only read by members', async () => {
    const { id } = await addEndpoint();
    await credit();
    await until('the delivery arrives', () => receiver.received.length > 0);
    const member = await addUser(api, owner.token);
    const { page } = await signInToConsole(browser(), api, member, WEBHOOKS);
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByRole('row').filter({ hasText: 'transaction.created' }).getByRole('link').click();
    await page.getByRole('group', { name: 'Body of the request' }).waitFor();
    for (const path of [WEBHOOKS, `${WEBHOOKS}/${id}`, openedPath(page)]) {
      await page.goto(`${api.url}/console${path}`);
      await page.getByRole('main').getByText(receiver.url).first().waitFor();
      const offered = page.getByRole('button', { name: /endpoint|test|More|again/ });
      expect(await offered.count()).toBe(0);
    }
    const path = `/v1/webhook_endpoints/${id}/test`;
    expect((await api.request('POST', path, { token: member.token })).status).toBe(403);
  });

  it('and events belong to the account that an admin acts for', async () => {
    await addEndpoint();
    const { page } = await signInToConsole(browser(), api, ADMIN, `${WEBHOOKS}?account=${owner.id}`);
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByRole('heading', { level: 1, name: 'webhook_endpoint.test' }).waitFor();
    expect(new URL(page.url()).searchParams.get('account')).toBe(owner.id);
    await page.goto(`${api.url}/console${openedPath(page)}`);
    await page.getByText('Test events are not stored.').waitFor();
    for (const path of [WEBHOOKS, EVENTS]) {
      await page.goto(`${api.url}/console${path}`);
      await page.getByText('Choose an account first.').waitFor();
    }
  });
});

describeInBrowser('events in the console', () => {
  it('arrive while the page is live, and show their JSON, hash and balance', async () => {
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, EVENTS);
    await page.getByRole('button', { name: 'account.opened' }).waitFor();
    const id = await credit(HOSTILE);
    const event = page.getByRole('button', { name: 'transaction.created' });
    await event.click();
    const json = page.getByRole('group', { name: 'Event as JSON' });
    expect(JSON.parse(await json.innerText())).toMatchObject({
      subject_id: id,
      data: { reference: HOSTILE },
      balance: { incoming: 500 },
      hash: expect.any(String),
    });
    await page.getByRole('row', { name: 'Incoming $5.00', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Copy: Hash' }).waitFor();
    await expectAccessibleInLightAndDark(page);

    await page.getByLabel('Live').click();
    await page.waitForURL('**/events?live=off');
    const [requests, isEvents] = [[] as string[], (url: string) => url.includes('/v1/events')];
    page.on('request', (request) => requests.push(request.url()));
    await page.waitForTimeout(3_500);
    expect(requests.filter(isEvents)).toEqual([]);
    await page.getByRole('link', { name: id }).first().click();
    await page.waitForURL(`**/console/transactions/${id}`);
    expect(browserErrors).toEqual([]);
  });

  it('are filtered by type, object and day, and listed in pages', async () => {
    const references = Array.from({ length: 30 }, (_, index) => `INV-${String(index)}`);
    const ids: string[] = [];
    for (const reference of references) ids.push(await credit(reference));
    const { page } = await signInToConsole(browser(), api, owner, `${EVENTS}?type=transaction.created`);
    const rows = page.getByRole('row').filter({ hasText: 'transaction.created' });
    await rows.nth(24).waitFor();
    expect(await rows.count()).toBe(25);
    await page.getByRole('button', { name: 'Older', exact: true }).click();
    await page.getByRole('link', { name: ids[0]! }).waitFor();
    expect(await rows.count()).toBe(5);
    expect(await page.getByLabel('Live').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Newer', exact: true }).click();
    await page.getByRole('link', { name: ids.at(-1)! }).waitFor();

    await page.getByLabel('ID of the object').fill(ids[7]!.slice(0, -1));
    await page.getByText('Nothing matches these filters.').waitFor();
    await page.getByLabel('ID of the object').fill(ids[7]!);
    await page.getByRole('link', { name: ids[7]! }).waitFor();
    expect(await rows.count()).toBe(1);
    const day = new Date().toISOString().slice(0, 10);
    await page.goto(`${api.url}/console${EVENTS}?created_after=${day}&created_before=${day}`);
    await page.getByRole('button', { name: 'transaction.created' }).first().waitFor();
    await page.goto(`${api.url}/console${EVENTS}?created_before=2020-01-31`);
    await page.getByText('Nothing matches these filters.').waitFor();
    await expectAccessibleInLightAndDark(page);
  });
});

describeInBrowser('the pages for developers', () => {
  it('fit a phone', async () => {
    const { id } = await addEndpoint({ description: `${HOSTILE}${'w'.repeat(200)}`, events: ['*'] });
    receiver.status = 500;
    receiver.response = 'w'.repeat(1_000);
    await post('/v1/api_keys', { name: 'w'.repeat(200) });
    await credit('w'.repeat(200));
    await until('the delivery arrives', () => receiver.received.length > 0);
    const { page, browserErrors } = await signInToConsole(browser(), api, owner, EVENTS, PHONE);
    await page.getByRole('button', { name: 'transaction.created' }).click();
    await page.getByRole('group', { name: 'Event as JSON' }).waitFor();
    expect(await overflows(page)).toBe(false);
    await expectAccessibleInLightAndDark(page);
    for (const path of [KEYS, WEBHOOKS, `${WEBHOOKS}/${id}`]) {
      await page.goto(`${api.url}/console${path}`);
      await page.getByRole('table').last().getByRole('row').nth(1).waitFor();
      expect({ path, overflows: await overflows(page) }).toEqual({ path, overflows: false });
      await expectAccessibleInLightAndDark(page);
    }
    await page.getByRole('row').filter({ hasText: 'transaction.created' }).getByRole('link').click();
    await page.getByRole('group', { name: 'Beginning of the response' }).first().waitFor();
    expect(await overflows(page)).toBe(false);
    await expectAccessibleInLightAndDark(page);
    expect(browserErrors).toEqual([]);
  });

  it.each([
    ['de', ['API-Schlüssel', 'Webhooks', 'Ereignisse'], 'Schlüssel erstellen'],
    ['fr', ['Clés d’API', 'Webhooks', 'Événements'], 'Créer une clé'],
    ['es', ['Claves de API', 'Webhooks', 'Eventos'], 'Crear una clave'],
  ])('are translated: %s', async (locale, titles, create) => {
    const { page } = await signInToConsole(browser(), api, owner, KEYS);
    await page.evaluate(`localStorage.setItem('florin.language', '${locale}')`);
    for (const [index, path] of [WEBHOOKS, EVENTS, KEYS].entries()) {
      await page.goto(`${api.url}/console${path}`);
      await page.getByRole('heading', { level: 1, name: titles[(index + 1) % 3]! }).waitFor();
    }
    await page.getByRole('button', { name: create }).waitFor();
  });
});
