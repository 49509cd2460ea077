import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addMilliseconds, DAY_MS, type Email, idFromUuid, MINUTE_MS } from '@florin/kernel';
import { SteppedClock } from '@florin/kernel/testing';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../../../test/support/open-database.js';
import type { MailComposers } from './mail-message.js';
import { readMailBacklog } from './mail-backlog.js';
import { MailOutbox } from './mail-outbox.js';
import { CLAIM_MS, PostgresMailQueue } from './mail-queue.js';
import type { MailTransport } from './mail-transport.js';
import { type Mail, MailEntity } from './mail.entity.js';
import { deleteOldMails } from './old-mails.js';
import { RETRY_DELAYS_MS } from './send-failure.js';
import { type MailResult, SendMails } from './send-mails.js';

const USER = idFromUuid('user', '0197b3c2-0000-7000-8000-000000000001');

let dataSource: DataSource;
let queue: PostgresMailQueue;
let clock: SteppedClock;

beforeAll(async () => {
  ({ dataSource } = await openDatabase());
  queue = new PostgresMailQueue(dataSource);
});

beforeEach(async () => {
  clock = new SteppedClock();
  await dataSource.query('TRUNCATE mails');
});

const add = (dueAt = clock.now()) =>
  dataSource.transaction((manager) =>
    new MailOutbox(manager).add({
      kind: 'password_reset',
      accountId: undefined,
      subjectId: USER,
      now: clock.now(),
      dueAt,
    }),
  );

const stored = (id: string): Promise<Mail> => dataSource.manager.findOneByOrFail(MailEntity, { id });
const idsOf = (mails: readonly Mail[]) => mails.map(({ id }) => id);

describe('the queue of mails', () => {
  it('gives each due mail to one worker, the most overdue first', async () => {
    const ids: string[] = [];
    for (let minutes = 20; minutes > 0; minutes--)
      ids.push(await add(addMilliseconds(clock.now(), -minutes * MINUTE_MS)));
    await add(addMilliseconds(clock.now(), 1));
    expect(idsOf(await queue.claim(2, clock.now())).sort()).toEqual(ids.slice(0, 2).sort());
    const claims = await Promise.all(Array.from({ length: 6 }, () => queue.claim(4, clock.now())));
    const rest = (await queue.claim(20, clock.now())).concat(...claims);
    expect(idsOf(rest).sort()).toEqual(ids.slice(2).sort());
  });

  it('gives a mail to another worker when the claim has ended, and only one records the attempt', async () => {
    const id = await add();
    const [first] = await queue.claim(1, clock.now());
    clock.advance(CLAIM_MS - 1);
    expect(await queue.claim(1, clock.now())).toEqual([]);
    clock.advance(1);
    const [second] = await queue.claim(1, clock.now());
    await queue.record(second!, { status: 'sent', sentAt: clock.now() });
    await queue.record(first!, { status: 'failed', error: 'timeout' });
    expect(await stored(id)).toMatchObject({ status: 'sent', attempts: 1, sentAt: clock.now() });
  });

  it('gives up what is overdue for a day, and deletes it after 30', async () => {
    const id = await add();
    clock.advance(DAY_MS - 1);
    expect(await queue.expire(clock.now())).toBe(0);
    clock.advance(1);
    expect(await queue.expire(clock.now())).toBe(1);
    expect(await stored(id)).toMatchObject({ status: 'failed', lastError: 'expired', attempts: 0 });
    await dataSource.query(`UPDATE mails SET created_at = now() - interval '29 days 23 hours'`);
    expect(await deleteOldMails(dataSource)).toMatchObject({ count: 0 });
    await dataSource.query(`UPDATE mails SET created_at = now() - interval '30 days'`);
    expect(await deleteOldMails(dataSource)).toMatchObject({ count: 1 });
  });

  it('reports what waits', async () => {
    await dataSource.transaction(async (manager) => {
      for (const seconds of [60, -3600]) {
        const dueAt = addMilliseconds(new Date(), -seconds * 1_000);
        const mail = { kind: 'password_reset', accountId: undefined, subjectId: USER } as const;
        await new MailOutbox(manager).add({ ...mail, now: dueAt });
      }
    });
    const { pending, oldestSeconds } = await readMailBacklog(dataSource);
    expect(pending).toBe(2);
    expect(oldestSeconds).toBeGreaterThanOrEqual(60);
  });
});

describe('sending mails', () => {
  const message = {
    to: 'grace@example.com' as Email,
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
    language: 'en',
  };
  const lines: string[] = [];
  const results: MailResult[] = [];

  beforeEach(() => {
    lines.length = 0;
    results.length = 0;
  });

  function sender(send: MailTransport['send'] | undefined, composed: typeof message | undefined = message) {
    const compose = () => Promise.resolve(composed);
    const composers = { password_reset: compose } as unknown as MailComposers;
    const transport = send && { send, close: () => undefined };
    const logger = pino({}, { write: (line: string) => void lines.push(line) });
    const onResult = (result: MailResult, count: number) => {
      for (let index = 0; index < count; index++) results.push(result);
    };
    return new SendMails({ queue, composers, transport, clock, logger, jitter: () => 0, onResult });
  }

  it('repeats a failed mail by the schedule, then gives it up, and logs a code only', async () => {
    const id = await add();
    const refusing = sender(() =>
      Promise.reject(Object.assign(new Error('to grace@example.com'), { code: 'ECONNECTION' })),
    );
    for (const delay of RETRY_DELAYS_MS) {
      expect(await refusing.execute()).toBe(1);
      expect(await refusing.execute()).toBe(0);
      clock.advance(delay);
    }
    await refusing.execute();
    expect(await stored(id)).toMatchObject({ status: 'failed', lastError: 'econnection', attempts: 11 });
    expect(results).toEqual([...RETRY_DELAYS_MS.map(() => 'retried'), 'failed']);
    expect(lines.join('')).toContain('econnection');
    expect(lines.join('')).not.toContain('grace@');
  });

  it('skips a mail that is no longer needed', async () => {
    const id = await add();
    const composers = { password_reset: () => Promise.resolve(undefined) } as unknown as MailComposers;
    const transport = { send: () => Promise.reject(new Error('sent')), close: () => undefined };
    await new SendMails({ queue, composers, transport, clock, logger: pino({ level: 'silent' }) }).execute();
    expect(await stored(id)).toMatchObject({ status: 'skipped', attempts: 0 });
  });

  it('sends many in one run, each once, with several workers', async () => {
    for (let count = 0; count < 30; count++) await add();
    const sent: string[] = [];
    const sending = sender(({ id }) => Promise.resolve(void sent.push(id)));
    const done = await Promise.all([sending.execute(), sending.execute(), sending.execute()]);
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(30);
    expect(new Set(sent).size).toBe(30);
    expect(sent).toHaveLength(30);
  });

  it('without a server leaves them for a day', async () => {
    const id = await add();
    const off = sender(undefined);
    expect(await off.execute()).toBe(0);
    expect(await stored(id)).toMatchObject({ status: 'pending', attempts: 0 });
    clock.advance(DAY_MS);
    expect(await off.execute()).toBe(1);
    expect(results).toEqual(['failed']);
  });
});
