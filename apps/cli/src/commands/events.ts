import { Interrupted, PostgresEventReader } from '@florin/infrastructure';
import type { AccountId, Currency, EventEnvelope, EventId } from '@florin/kernel';
import { eventBody, type EventReader } from '@florin/ledger';
import { amountText, getAccount, parseAccountName } from '../account.js';
import { BEFORE_ALL, PAGE, readNew, requireEventType } from '../account-events.js';
import { withSchema } from '../database.js';
import { PipeClosed, toStream } from '../destination.js';
import { EXIT } from '../errors.js';
import type { CommonOptions, Run } from '../invocation.js';

interface Options extends CommonOptions {
  readonly all?: boolean;
  readonly follow?: boolean;
  readonly limit: number;
  readonly type?: string;
}

type EventFilter = (event: EventEnvelope) => boolean;

export const run: Run<Options> = (invocation) => {
  const { options, terminal } = invocation;
  const name = parseAccountName(invocation.arguments[0]);
  const { type, limit, all = false, follow = false, json = false } = options;
  if (type !== undefined) requireEventType(type);
  const matches: EventFilter = (event) => type === undefined || event.type === type;
  const output = toStream(terminal.stdout);
  const print = async (events: readonly EventEnvelope[]): Promise<void> => {
    const lines = events.map((event) => (json ? JSON.stringify(eventBody(event)) : lineOf(event)));
    if (lines.length > 0) await output.write(`${lines.join('\n')}\n`);
  };
  return withSchema(invocation, async (source) => {
    const { id } = await getAccount(source, name);
    const reader = new PostgresEventReader(source);
    try {
      const past = all ? { events: [], newest: BEFORE_ALL } : await readPast(reader, id, limit, matches);
      await print(past.events);
      if (!follow && !all) return EXIT.ok;
      for await (const page of readNew(reader, id, past.newest, follow, terminal.signal))
        await print(page.filter(matches));
      if (follow || terminal.signal.aborted) throw new Interrupted();
      return EXIT.ok;
    } catch (error) {
      if (error instanceof PipeClosed) return EXIT.pipeClosed;
      throw error;
    }
  });
};

/** The last matching events, oldest first, and the id of the newest of all events. */
async function readPast(
  reader: EventReader,
  account: AccountId,
  limit: number,
  matches: EventFilter,
): Promise<{ events: EventEnvelope[]; newest: EventId }> {
  const events: EventEnvelope[] = [];
  let page = await reader.list(account, { limit: PAGE });
  const newest = page.items[0]?.id ?? BEFORE_ALL;
  for (;;) {
    events.push(...page.items.filter(matches));
    const after = page.items.at(-1)?.id;
    if (events.length >= limit || !page.hasMore || after === undefined) break;
    page = await reader.list(account, { limit: PAGE, after });
  }
  return { events: events.slice(0, limit).reverse(), newest };
}

/** At most 80 columns with amounts below a million. */
function lineOf({ occurredAt, subjectId, type, data }: EventEnvelope): string {
  const time = occurredAt.toISOString().slice(0, 19).replace('T', ' ');
  const action = type.slice(type.indexOf('.') + 1).padEnd(9);
  const { amount, currency } = data;
  const sum = typeof amount === 'number' ? ` ${amountText(amount, currency as Currency).padStart(14)}` : '';
  return `${time}  ${subjectId.padEnd(31)}  ${action}${sum}`.trimEnd();
}
