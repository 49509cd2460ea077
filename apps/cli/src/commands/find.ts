import { type FoundPayments, type FoundRow, inSnapshot, searchPayments } from '@florin/infrastructure';
import { type Currency, idFromUuid, parseEmail, parseId, type Prefix } from '@florin/kernel';
import { amountText } from '../account.js';
import { withSchema } from '../database.js';
import { EXIT, UsageError } from '../errors.js';
import type { Run } from '../invocation.js';
import { withPublicIds } from '../public-ids.js';
import type { Report } from '../report.js';
import { tableOf } from '../table.js';
import { type Painter, plural, printable } from '../terminal.js';

const MAX_SHOWN = 100;

interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly row: FoundRow;
}

export const run: Run = (invocation) => {
  const { report, terminal } = invocation;
  const text = (invocation.arguments[0] ?? '').trim();
  if (text === '') throw new UsageError('<query> must be an id, a URL, an email or a reference');
  return withSchema(invocation, async (source) => {
    const search = inSnapshot(
      source,
      (snapshot) => searchPayments(snapshot, text, MAX_SHOWN),
      terminal.signal,
    );
    const found = withApiValues(await search);
    const hits = hitsOf(found);
    print(found, hits, text, report);
    if (hits.length > 0) return EXIT.ok;
    if (parseId('acct', text) !== undefined || parseEmail(text) !== undefined) {
      report.note('accounts are not searched; use florin balance, florin events or florin export');
    }
    return EXIT.failure;
  });
};

/** Ids in place of uuids, and amounts as numbers. */
function withApiValues(found: FoundPayments): FoundPayments {
  const convert = (row: FoundRow): FoundRow => ({
    ...withPublicIds(row),
    ...('amount' in row && { amount: Number(row['amount']) }),
  });
  return {
    ...found,
    requests: found.requests.map(convert),
    attempts: found.attempts.map(convert),
    transactions: found.transactions.map(convert),
    subscriptions: found.subscriptions.map(convert),
    events: found.events.map(({ subject_kind: kind, subject_id: id, ...rest }) => ({
      subject_id: idFromUuid(kind as Prefix, id as string),
      ...rest,
    })),
  };
}

const hitsOf = ({ requests, transactions, subscriptions }: FoundPayments): Hit[] => [
  ...requests.map((row) => ({ kind: 'payment request', id: textOf(row['payment_id']), row })),
  ...transactions.map((row) => ({ kind: textOf(row['type']), id: textOf(row['transaction_id']), row })),
  ...subscriptions.map((row) => ({ kind: 'subscription', id: textOf(row['subscription_id']), row })),
];

function print(found: FoundPayments, hits: readonly Hit[], text: string, report: Report): void {
  const single = singleOf(hits, text);
  if (single !== undefined) printDetails(single, found, report);
  const listed = hits.filter((hit) => hit !== single);
  if (listed.length > 0) {
    if (single !== undefined) report.print(`\n${report.paint('bold', 'Related')}`);
    report.print(hitsTable(listed, report));
  }
  if (found.hasMore) report.note(`only the newest ${MAX_SHOWN} of each kind are shown`);
  if (hits.length === 0) report.print('Nothing found.');
  else if (single === undefined)
    report.print(`\n${plural(hits.length, 'result')}. For details: florin find <id>`);
  const { requests: payment_requests, hasMore: has_more, ...others } = found;
  report.result({ payment_requests, ...others, has_more });
}

/** The hit with the searched id, or the only hit apart from the transactions of found requests. */
function singleOf(hits: readonly Hit[], text: string): Hit | undefined {
  const named = hits.find(({ id }) => id === text.replace(/\.\d+$/, ''));
  if (named !== undefined) return named;
  const paid = new Set(hits.map(({ kind, row }) => kind === 'payment request' && row['transaction_id']));
  const own = hits.filter(({ id }) => !paid.has(id));
  return own.length === 1 ? own[0] : undefined;
}

const COLUMNS = [
  { name: 'Id\nCustomer, reference', wrapsAt: 30 },
  { name: 'Kind' },
  { name: 'Status' },
  { name: 'Amount', align: 'right' },
  { name: 'Created\n(UTC)' },
] as const;

function hitsTable(hits: readonly Hit[], { paint, width }: Report): string {
  const rows = hits.map(({ kind, id, row }) => {
    const about = [row['customer_email'], row['reference']].filter((value) => typeof value === 'string');
    return [
      [id, about.map(textOf).join(', ')].filter(Boolean).join('\n'),
      kind.replace(' ', '\n'),
      paintStatus(row, paint),
      amountOf(row),
      textOf(row['created_at']).slice(0, 19).replace('T', '\n'),
    ];
  });
  return tableOf(COLUMNS, rows, width);
}

const SUCCESS_STATUSES: ReadonlySet<string> = new Set(['succeeded', 'active', 'approved']);
const OPEN_STATUSES: ReadonlySet<string> = new Set(['pending', 'paused', 'charging']);

function paintStatus(row: FoundRow, paint: Painter): string {
  const status = textOf(row['status']);
  if (SUCCESS_STATUSES.has(status)) return paint('green', status);
  return paint(OPEN_STATUSES.has(status) ? 'yellow' : 'red', status);
}

const amountOf = ({ amount, currency }: FoundRow): string => amountText(Number(amount), currency as Currency);

const SHOWN_FIRST: ReadonlySet<string> = new Set(['status', 'amount', 'currency']);

function printDetails(
  { kind, id, row }: Hit,
  { events, attempts }: FoundPayments,
  { print, paint }: Report,
): void {
  const field = (label: string, text: string): void => {
    print(`  ${label.padEnd(25)}${text}`);
  };
  print(paint('bold', `${kind} ${id}`));
  field('status', paintStatus(row, paint));
  field('amount', amountOf(row));
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === row['type'] || textOf(value) === id || SHOWN_FIRST.has(name)) continue;
    field(name.replaceAll('_', ' '), textOf(value));
  }
  const cards = attempts.filter(({ payment_id }) => payment_id === id);
  if (cards.length > 0) print(paint('bold', 'Cards'));
  for (const card of cards) {
    const reason = card['decline_reason'] === null ? '' : ` (${textOf(card['decline_reason'])})`;
    const name = `${textOf(card['brand'])} ${textOf(card['last4'])}`;
    print(`  ${textOf(card['started_at'])}  ${name}  ${paintStatus(card, paint)}${reason}`);
  }
  print(paint('bold', 'Events'));
  for (const { occurred_at, type, actor } of events.filter(({ subject_id }) => subject_id === id))
    print(`  ${textOf(occurred_at)}  ${textOf(type)}${actor === null ? '' : ` by ${textOf(actor)}`}`);
}

const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : printable(String(value));
