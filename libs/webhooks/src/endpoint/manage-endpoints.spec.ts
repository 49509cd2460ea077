import { addMilliseconds, DAY_MS, type IdempotentRequest } from '@florin/kernel';
import { describe, expect, it } from '@jest/globals';
import { MemoryWebhookEndpointReader } from '../memory/memory-endpoints.js';
import { MemoryWebhookSecrets } from '../memory/memory-secrets.js';
import { aNewEndpoint, NOON, TestUrlPolicy } from '../testing/builders.js';
import { WebhooksHarness } from '../testing/webhooks-harness.js';
import { CreateWebhookEndpoint } from './create-webhook-endpoint.js';
import { DeleteWebhookEndpoint } from './delete-webhook-endpoint.js';
import { GetWebhookEndpoint } from './get-webhook-endpoint.js';
import { RotateWebhookSecret } from './rotate-webhook-secret.js';
import { UpdateWebhookEndpoint } from './update-webhook-endpoint.js';
import {
  MAX_ENDPOINTS,
  type NewWebhookEndpoint,
  signingSecrets,
  type WebhookEndpoint,
} from './webhook-endpoint.js';

function setUp() {
  const harness = new WebhooksHarness();
  const { unitOfWork, ids, clock } = harness;
  const [secrets, policy] = [new MemoryWebhookSecrets(), new TestUrlPolicy()];
  const useCase = new CreateWebhookEndpoint(unitOfWork, secrets, policy, ids, clock);
  const create = async (input: Partial<NewWebhookEndpoint>): Promise<WebhookEndpoint> => {
    const outcome = await useCase.execute(aNewEndpoint(input));
    if (outcome.replayed) throw new Error('It was replayed.');
    return outcome.value;
  };
  return {
    harness,
    useCase,
    create,
    get: new GetWebhookEndpoint(new MemoryWebhookEndpointReader(unitOfWork)),
    update: new UpdateWebhookEndpoint(unitOfWork, policy, clock),
    rotate: new RotateWebhookSecret(unitOfWork, secrets, clock),
    remove: new DeleteWebhookEndpoint(unitOfWork),
  };
}

describe('creating a webhook endpoint', () => {
  it('stores it with a normalized URL and a secret of its own', async () => {
    const { harness, create, get } = setUp();
    const accountId = harness.addAccount();
    const endpoint = await create({ accountId, url: 'HTTPS://Example.com' });
    expect(endpoint).toMatchObject({ accountId, url: 'https://example.com/', createdAt: NOON });
    expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await create({ accountId })).secret).not.toBe(endpoint.secret);
    expect(await get.execute(endpoint.id, accountId)).toEqual(endpoint);
  });

  it('is refused for an account that does not exist or is closed', async () => {
    const { harness, create } = setUp();
    const refused = create({ accountId: harness.ids.next('acct') });
    await expect(refused).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no such account.',
    });
    expect(harness.unitOfWork.state.endpoints.size).toBe(0);
  });

  it('is refused with a URL that the policy does not permit', async () => {
    const { create } = setUp();
    await expect(create({ url: 'https://localhost/' })).rejects.toThrow('url must not lead');
  });

  it('is limited for each account, and for endpoints without an account', async () => {
    const { harness, create } = setUp();
    const [full, other] = [harness.addAccount(), harness.addAccount()];
    for (let count = 0; count < MAX_ENDPOINTS; count += 1) {
      await create({ accountId: full });
      await create({});
    }
    await expect(create({ accountId: full })).rejects.toMatchObject({ code: 'conflict' });
    await expect(create({})).rejects.toMatchObject({ code: 'conflict' });
    expect(await create({ accountId: other })).toMatchObject({ status: 'enabled' });
  });

  it('happens once for an idempotency key', async () => {
    const { harness, useCase } = setUp();
    const request: IdempotentRequest<WebhookEndpoint> = {
      accountId: undefined,
      principal: 'user',
      path: '/v1/webhook_endpoints',
      key: 'one',
      fingerprint: 'same',
      present: ({ id }) => ({ id }),
    };
    const first = await useCase.execute(aNewEndpoint(), request);
    const second = await useCase.execute(aNewEndpoint(), request);
    const [id] = harness.unitOfWork.state.endpoints.keys();
    expect(first).toMatchObject({ replayed: false, value: { id } });
    expect(second).toEqual({ replayed: true, response: { id } });
    expect(harness.unitOfWork.state.endpoints.size).toBe(1);
  });
});

describe('managing a webhook endpoint', () => {
  it('updates what is stored', async () => {
    const { harness, create, update, get } = setUp();
    const endpoint = await create({ description: 'shop' });
    harness.clock.advance(1_000);
    const url = 'https://example.org/';
    const updated = await update.execute(endpoint.id, undefined, {
      url: 'https://example.org',
      status: 'disabled',
    });
    expect(updated).toMatchObject({ url, status: 'disabled', description: 'shop' });
    expect(updated.updatedAt).toEqual(addMilliseconds(NOON, 1_000));
    expect(await get.execute(endpoint.id, undefined)).toEqual(updated);
    expect(await update.execute(endpoint.id, undefined, {})).toMatchObject({ url });
  });

  it('refuses a URL that the policy does not permit', async () => {
    const { create, update, get } = setUp();
    const endpoint = await create({});
    const refused = update.execute(endpoint.id, undefined, { url: 'http://example.org/' });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await get.execute(endpoint.id, undefined)).toEqual(endpoint);
  });

  it('rotates the secret, and the previous one signs for another 24 hours', async () => {
    const { harness, create, rotate, get } = setUp();
    const before = await create({});
    const rotated = await rotate.execute(before.id, undefined);
    const stored = await get.execute(before.id, undefined);
    expect(stored).toEqual(rotated);
    expect(signingSecrets(stored, harness.clock.now())).toEqual([rotated.secret, before.secret]);
    expect(signingSecrets(stored, harness.clock.advance(DAY_MS))).toEqual([rotated.secret]);
  });

  it('deletes it, and its deliveries are not sent any more', async () => {
    const { harness, create, remove, get } = setUp();
    const endpoint = await create({});
    await harness.append({});
    expect(await remove.execute(endpoint.id, undefined)).toEqual(endpoint);
    await expect(get.execute(endpoint.id, undefined)).rejects.toMatchObject({ code: 'not_found' });
    expect(await harness.deliver.execute()).toBe(0);
  });

  it('does not find an unknown endpoint, or one outside the account scope', async () => {
    const { harness, create, get, update, rotate, remove } = setUp();
    const { id } = await create({ accountId: harness.addAccount() });
    const other = harness.addAccount();
    const unknown = harness.ids.next('whe');
    const calls = [
      ...[get, rotate, remove].flatMap((useCase) => [
        useCase.execute(id, other),
        useCase.execute(unknown, undefined),
        useCase.execute(undefined, undefined),
      ]),
      update.execute(id, other, {}),
      update.execute(undefined, undefined, {}),
    ];
    for (const call of calls)
      await expect(call).rejects.toMatchObject({
        code: 'not_found',
        message: 'There is no such webhook endpoint.',
      });
    expect(harness.unitOfWork.state.endpoints.size).toBe(1);
  });
});
