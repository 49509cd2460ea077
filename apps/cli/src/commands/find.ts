import { clueOf, findTraces, inSnapshot, type Trace, type Traces } from '@florin/infrastructure';
import {
  type Currency,
  decimalText,
  idFromUuid,
  money,
  parseEmail,
  parseId,
  type Prefix,
} from '@florin/kernel';
import type { Run } from '../command.js';
import { requireSchema, withDatabase } from '../database.js';
import { EXIT, UsageError } from '../errors.js';
import { type Report, reportFor } from '../reporting.js';
import { spelled } from '../spelled.js';
import { plural, printable } from '../terminal.js';

const SHOWN = 100;

export const run: Run = (invocation) => {
  const { arguments: typed, options, terminal } = invocation;
  const text = (typed[0] ?? '').trim();
  if (text === '') throw new UsageError('<clue> must be an id, an address, an email or a reference');
  const report = reportFor(invocation);
  return withDatabase(options, terminal, 'looks', async (source) => {
    await requireSchema(source);
    const found = await inSnapshot(
      source,
      (snapshot) => findTraces(snapshot, clueOf(text), SHOWN),
      terminal.signal,
    );
    const code = tell(namedAsOutside(found), report);
    if (code !== EXIT.ok && mayNameAccount(text))
      report.note('accounts are not looked for here; florin export shows what one has, by its id or email');
    return code;
  });
};

/** Then "nothing was found" alone would seem to say that there is no such account. */
const mayNameAccount = (text: string): boolean =>
  parseId('acct', text) !== undefined || parseEmail(text) !== undefined;

/** As the API tells them: ids in place of uuids, and amounts as numbers. */
function namedAsOutside(found: Traces): Traces {
  const named = (row: Trace): Trace => {
    const { amount } = row;
    return { ...spelled(row), ...(amount !== undefined && { amount: Number(amount) }) };
  };
  return {
    ...found,
    requests: found.requests.map(named),
    attempts: found.attempts.map(named),
    transactions: found.transactions.map(named),
    subscriptions: found.subscriptions.map(named),
    events: found.events.map(({ subject_kind: kind, subject_id: id, ...rest }) => ({
      subject_id: idFromUuid(kind as Prefix, id as string),
      ...rest,
    })),
  };
}

function tell(found: Traces, report: Report): number {
  const { requests, attempts, transactions, subscriptions, events, hasMore } = found;
  const show = (kind: string, idColumn: string, row: Trace): void => {
    describe(kind, idColumn, row, report);
    for (const event of events) if (event['subject_id'] === row[idColumn]) report.say(lineOf(event));
  };
  for (const request of requests) {
    show('payment request', 'payment_id', request);
    for (const card of attempts.filter(({ payment_id }) => payment_id === request['payment_id'])) {
      const reason = card['decline_reason'] === null ? '' : ` (${wordsOf(card['decline_reason'])})`;
      const words = ['started_at', 'brand', 'last4', 'status'].map((name) => wordsOf(card[name])).join(' ');
      report.say(`  ${'card'.padEnd(WIDTH)}${words}${reason}`);
    }
  }
  for (const row of transactions) show('transaction', 'transaction_id', row);
  for (const row of subscriptions) show('subscription', 'subscription_id', row);
  if (hasMore) report.note(`only the newest ${SHOWN} of each kind are shown`);
  const total = requests.length + transactions.length + subscriptions.length;
  report.say(total === 0 ? 'Nothing was found.' : `Found ${plural(total, 'thing')}.`);
  report.tell({
    payment_requests: requests,
    attempts,
    transactions,
    subscriptions,
    events,
    has_more: hasMore,
  });
  return total === 0 ? EXIT.failure : EXIT.ok;
}

const WIDTH = 26;

/** What happened, without saying again to what. */
function lineOf({ type, occurred_at, actor }: Trace): string {
  const what = wordsOf(type).replace(/^.*\./, '').replaceAll('_', ' ');
  const by = actor === null ? '' : ` by ${wordsOf(actor)}`;
  return `  ${what.padEnd(WIDTH)}${wordsOf(occurred_at)}${by}`;
}

function describe(kind: string, idColumn: string, row: Trace, report: Report): void {
  const { [idColumn]: id, amount, currency, status, ...rest } = row;
  const sum = decimalText(money(Number(amount), currency as Currency));
  report.say(report.paint('bold', `${kind} ${wordsOf(id)}  ${sum} ${wordsOf(currency)}  ${wordsOf(status)}`));
  for (const [name, value] of Object.entries(rest)) {
    if (value !== null) report.say(`  ${name.replaceAll('_', ' ').padEnd(WIDTH)}${wordsOf(value)}`);
  }
}

const wordsOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : printable(String(value));
