// Holds what is in the database against what the clients were told.
import { uuidFromId } from '@florin/kernel';

/** Pure: the journal and the rows in, what is wrong out. */
export function reconcile(entries, accounts, rows, books) {
  const found = { lost: [], twice: [], wrong: [] };
  const byReference = Map.groupBy(rows, ({ reference }) => reference);
  const asked = new Set(entries.map(({ body }) => body.reference));
  for (const entry of entries) compare(entry, byReference.get(entry.body.reference) ?? [], found);
  for (const reference of byReference.keys()) {
    if (reference !== null && !asked.has(reference))
      found.wrong.push(`${reference} is there and nobody asked for it`);
  }
  for (const account of accounts) compareSums(account, rows, books, found);
  return found;
}

function compare({ body, outcome, id, end, notes }, rows, { lost, twice, wrong }) {
  const { reference } = body;
  const [row] = rows;
  if (rows.length > 1) twice.push(`${reference} is there ${rows.length} times`);
  if (row === undefined) {
    if (outcome === 'acknowledged') lost.push(`${reference} was acknowledged as ${id} and is not there`);
    return;
  }
  if (outcome === 'refused') wrong.push(`${reference} was refused and is there`);
  if (outcome === 'acknowledged' && rows.every((one) => one.id !== uuidFromId(id)))
    wrong.push(`${reference} was acknowledged as ${id} and is another`);
  if (row.accountId !== uuidFromId(body.account_id) || row.amount !== body.amount || row.type !== body.type)
    wrong.push(`${reference} is there with another account, amount or type`);
  if (end !== undefined && row.status !== end)
    lost.push(`${reference} was acknowledged as ${end} and is ${row.status}`);
  if (!notes.has(row.note))
    lost.push(`the note of ${reference} is ${row.note}, not one of ${[...notes].join(', ')}`);
}

/** What an account must have, by what was asked for and how it ended. */
function compareSums({ id, funds }, rows, books, { wrong }) {
  const accountId = uuidFromId(id);
  const own = rows.filter((row) => row.kind === 'transaction' && row.accountId === accountId);
  const sum = (type, status) =>
    own
      .filter((row) => row.reference !== null && row.type === type && row.status === status)
      .reduce((total, { amount }) => total + amount, 0);
  const held = sum('payment', 'pending');
  const expected = {
    available: funds + sum('credit', 'succeeded') - sum('payment', 'succeeded') - held,
    held,
    incoming: sum('credit', 'pending'),
  };
  const book = books.find((one) => one.accountId === accountId);
  for (const [part, amount] of Object.entries(expected)) {
    if (book?.[part] !== amount) wrong.push(`${part} of ${id} is ${book?.[part]} and not ${amount}`);
  }
}
