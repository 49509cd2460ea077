import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseId, uuidFromId } from '@florin/kernel';
import { expectStatus, logIn, openAccount, outcomeOf } from '../support/account-holders.js';
import { Bank, type Customer } from '../support/bank.js';
import { sql } from '../support/payments.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface WorkerNode {
  readonly nodeid: number;
  readonly groupid: number;
  readonly nodename: string;
  readonly nodeport: number;
}

interface Holder extends Customer {
  readonly email: string;
  /** A pending payment. */
  readonly pending: string;
}

const UNAVAILABLE = '503 unavailable';

let database: TestDatabase;
let bank: Bank;
let proxy: TcpProxy;
let worker: WorkerNode;
/** On the node that is down, and on another one. */
let down: Holder;
let up: Holder;
/** Pending, between two accounts on another node. */
let transfers: readonly string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const [first] = await query<WorkerNode>(
    'SELECT nodeid, groupid, nodename, nodeport FROM pg_dist_node WHERE groupid > 0 ORDER BY nodeid LIMIT 1',
  );
  worker = first!;
  proxy = await startTcpProxy(`postgres://${worker.nodename}:${worker.nodeport}`);
  await setAddress(new URL(proxy.url));
  bank = await Bank.open({ databaseUrl: database.url });
  down = await holderWhere((groupid) => groupid === worker.groupid);
  const isElsewhere = (groupid: number) => groupid !== worker.groupid;
  up = await holderWhere(isElsewhere);
  const [source, target] = [await holderWhere(isElsewhere), await holderWhere(isElsewhere)];
  const created = [await bank.transfer(source, target), await bank.transfer(source, target)];
  transfers = created.map((response) => (expectStatus(response, 201).body as { id: string }).id);
  await proxy.close();
});

afterAll(async () => {
  await setAddress({ hostname: worker.nodename, port: worker.nodeport });
  await bank.close();
  await database.drop();
});

const query = <Row>(text: string, values: readonly unknown[] = []) => sql<Row>(database.url, text, values);

const setAddress = ({ hostname, port }: { readonly hostname: string; readonly port: string | number }) =>
  query('SELECT citus_update_node($1, $2, $3)', [worker.nodeid, hostname, port]);

async function holderWhere(isWanted: (groupid: number) => boolean): Promise<Holder> {
  for (;;) {
    const { id, email, token } = await openAccount(bank.api);
    const [place] = await query<{ groupid: number }>(
      `SELECT groupid FROM pg_dist_placement
       WHERE shardid = get_shard_id_for_distribution_column('books', $1::uuid)`,
      [uuidFromId(parseId('acct', id)!)],
    );
    if (!isWanted(place!.groupid)) continue;
    await bank.settled({ id, token }, { type: 'credit', amount: 10_000 });
    const payment = expectStatus(await bank.create({ id, token }), 201).body as { id: string };
    return { id, email, token, pending: payment.id };
  }
}

const get = (path: string, token: string) => bank.send('GET', path, token);

describe('while a worker node is down', () => {
  it('accounts on other nodes create, list, read by id, settle and cancel', async () => {
    const { id } = expectStatus(await bank.create(up), 201).body as { id: string };
    const { data } = expectStatus(await get('/v1/transactions', up.token), 200).body as {
      data: { id: string }[];
    };
    expect(data.map((transaction) => transaction.id)).toEqual([id, up.pending, expect.any(String)]);
    expect(expectStatus(await get(`/v1/transactions/${id}`, up.token), 200).body).toMatchObject({ id });
    expectStatus(await bank.settle(id), 200);
    expectStatus(await bank.cancel(up, up.pending), 200);
    expect(await bank.balance(up)).toEqual({ available: 9_500, held: 0, incoming: 0 });
    for (const path of ['/v1/events', '/v1/payments', '/v1/account/statement'])
      expectStatus(await get(path, up.token), 200);
  });

  it('transfers between accounts on other nodes are settled and canceled', async () => {
    const [first, second] = transfers;
    expectStatus(await bank.settleTransfer(first!), 200);
    expectStatus(await bank.send('DELETE', `/v1/transfers/${second}`, bank.admin), 200);
  });

  it('commands on other nodes succeed beside commands on that node', async () => {
    const created = await Promise.all(Array.from({ length: 10 }, () => bank.create(up)));
    const ids = created.map((response) => (expectStatus(response, 201).body as { id: string }).id);
    const [others, outcomes] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => bank.settle(down.pending))),
      Promise.all(ids.map((id) => bank.send('DELETE', `/v1/transactions/${id}`, bank.admin))),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(ids.map(() => 200));
    for (const other of others) expect(outcomeOf(other)).toEqual(UNAVAILABLE);
    expect(await bank.balance(up)).toEqual({ available: 9_500, held: 0, incoming: 0 });
  });

  it('all users log in', async () => {
    for (const { email } of [up, down]) expect(await logIn(bank.api, email)).toHaveProperty('access_token');
  });

  it('accounts on that node, and what needs all nodes, get 503, and nothing is changed', async () => {
    const refused = {
      create: await bank.create(down),
      list: await get('/v1/transactions', down.token),
      read: await get(`/v1/transactions/${down.pending}`, down.token),
      settle: await bank.settle(down.pending),
      transfer: await bank.transfer(up, down),
      'list of all accounts': await get('/v1/transactions', bank.admin),
      'new account': await bank.api.request('POST', '/v1/accounts', {
        body: { email: 'new@example.com', name: 'New', type: 'business', password: 'correct horse' },
      }),
    };
    for (const [name, response] of Object.entries(refused))
      expect([name, outcomeOf(response)]).toEqual([name, UNAVAILABLE]);
    expect(await bank.balance(up)).toEqual({ available: 9_500, held: 0, incoming: 0 });
  });
});

it('after the node is back, its accounts are as before', async () => {
  await setAddress({ hostname: worker.nodename, port: worker.nodeport });
  expect(await bank.balance(down)).toEqual({ available: 9_500, held: 500, incoming: 0 });
  expectStatus(await bank.settle(down.pending), 200);
  expectStatus(await bank.transfer(up, down), 201);
});
