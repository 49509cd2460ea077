// Compares the database with the responses that the clients received.
import { uuidFromId } from '@florin/kernel';

export function reconcile(entries, accounts, rows, balances) {
  const found = { lost: [], twice: [], wrong: [] };
  const byReference = Map.groupBy(rows, ({ reference }) => reference);
  const requested = new Set(entries.map(({ body }) => body.reference));
  for (const entry of entries) {
    const own = byReference.get(entry.body.reference) ?? [];
    if (entry.kind === 'transfer') compareTransfer(entry, own, found);
    else compare(entry, own, found);
  }
  for (const reference of byReference.keys()) {
    if (reference !== null && !requested.has(reference))
      found.wrong.push(`${reference} exists without a request`);
  }
  for (const account of accounts) compareSums(account, rows, balances, found);
  return found;
}

function compare({ body, outcome, id, end, notes }, rows, { lost, twice, wrong }) {
  const { reference } = body;
  const [row] = rows;
  if (rows.length > 1) twice.push(`${reference} exists ${rows.length} times`);
  if (row === undefined) {
    if (outcome === 'acknowledged') lost.push(`${reference} was acknowledged as ${id} and does not exist`);
    return;
  }
  if (outcome === 'refused') wrong.push(`${reference} was rejected and exists`);
  if (outcome === 'acknowledged' && rows.every((other) => other.id !== uuidFromId(id)))
    wrong.push(`${reference} was acknowledged as ${id} and has another id`);
  if (row.accountId !== uuidFromId(body.account_id) || row.amount !== body.amount || row.type !== body.type)
    wrong.push(`${reference} has another account, amount or type`);
  if (end !== undefined && row.status !== end)
    lost.push(`${reference} was acknowledged as ${end} and is ${row.status}`);
  if (!notes.has(row.note))
    lost.push(`the note of ${reference} is ${row.note}, not one of ${[...notes].join(', ')}`);
}

/** A transfer is two transactions with its reference: a payment of the source and a credit of the destination. */
function compareTransfer({ body, outcome, id, end }, rows, { lost, twice, wrong }) {
  const { reference } = body;
  const transferIds = new Set(rows.map(({ transferId }) => transferId));
  if (transferIds.size > 1 || rows.length > 2) twice.push(`${reference} exists ${transferIds.size} times`);
  if (rows.length === 0) {
    if (outcome === 'acknowledged') lost.push(`${reference} was acknowledged as ${id} and does not exist`);
    return;
  }
  if (outcome === 'refused') wrong.push(`${reference} was rejected and exists`);
  if (outcome === 'acknowledged' && !transferIds.has(uuidFromId(id)))
    wrong.push(`${reference} was acknowledged as ${id} and has another id`);
  const accounts = { payment: body.from_account_id, credit: body.to_account_id };
  for (const [type, accountId] of Object.entries(accounts)) {
    const side = rows.find((row) => row.type === type && row.accountId === uuidFromId(accountId));
    if (side?.amount !== body.amount)
      wrong.push(`${reference} has no ${type} of ${body.amount} of ${accountId}`);
  }
  const statuses = [...new Set(rows.map(({ status }) => status))];
  if (statuses.length > 1) wrong.push(`the sides of ${reference} are ${statuses.join(' and ')}`);
  if (end !== undefined && !statuses.includes(end))
    lost.push(`${reference} was acknowledged as ${end} and is ${statuses.join(' and ')}`);
}

/** The balance must be the sum of the transactions. */
function compareSums({ id, funds }, rows, balances, { wrong }) {
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
  const balance = balances.find((other) => other.accountId === accountId);
  for (const [part, amount] of Object.entries(expected)) {
    if (balance?.[part] !== amount) wrong.push(`${part} of ${id} is ${balance?.[part]}, expected ${amount}`);
  }
}
