import type { Command, Option } from './command.js';
import { DATABASE_OPTIONS } from './database-options.js';
import { UsageError } from './errors.js';
import { nearest } from './nearest.js';
import { JSON_OPTION } from './reporting.js';

const HELP: Readonly<Record<string, Option>> = {
  help: { type: 'boolean', words: 'Show this help.' },
};

const MIGRATE: Command = {
  name: 'migrate',
  summary: 'Bring the database schema up to date',
  details: [
    'Applies the migrations of this release that the database has not seen, each in a SQL transaction of its own, and says which. However many instances do this at once, one works while the others wait.',
    'The API and the worker do the same when they start; this is for doing it before they do.',
  ],
  arguments: [],
  options: {
    check: { type: 'boolean', words: 'Change nothing; list what is pending and exit with 1 if anything is.' },
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
    ...HELP,
  },
  examples: [
    { words: 'See what a new release would change', line: 'florin migrate --check' },
    { words: 'Change it', line: 'florin migrate --database-url postgres://florin:secret@db:5432/florin' },
  ],
  load: async () => (await import('./commands/migrate.js')).run,
};

const CREATE_ADMIN: Command = {
  name: 'create-admin',
  summary: 'Make a user who may do everything',
  details: [
    'Asks for a password without showing it. An empty answer, or no terminal to ask at, has one made, which is printed once and kept nowhere. On a new database the schema is brought up to date first.',
    'Passwords have 8 to 128 characters and are not among the most common ones.',
  ],
  arguments: [{ name: 'email', words: 'what the admin logs in with' }],
  options: {
    name: { type: 'string', value: 'name', words: "The admin's name." },
    'password-stdin': { type: 'boolean', words: 'Read the password from standard input.' },
    'generate-password': { type: 'boolean', words: 'Make a password without asking, and print it once.' },
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
    ...HELP,
  },
  examples: [
    { words: 'Type the password', line: 'florin create-admin ada@example.com' },
    {
      words: 'Take it from a password manager',
      line: 'pass show florin/ada | florin create-admin ada@example.com --password-stdin',
    },
  ],
  load: async () => (await import('./commands/create-admin.js')).run,
};

const VERIFY: Command = {
  name: 'verify',
  summary: 'Audit the books and say what is wrong with them',
  details: [
    'Holds every rule of the books against every row, in one read-only snapshot, so that it can run beside a working service and still see one moment. For each rule it says how many rows were checked; for each damage its code and where it is.',
    'Exits with 0 when the books are sound and with 1 when they are not. It repairs nothing: entries are never changed, a correction is another transaction.',
  ],
  arguments: [],
  options: { ...DATABASE_OPTIONS, ...JSON_OPTION, ...HELP },
  examples: [
    { words: 'Audit the database of npm start', line: 'florin verify' },
    {
      words: 'Every night, with a page to somebody when it fails',
      line: 'florin verify --json > audit.json || page-somebody',
    },
  ],
  load: async () => (await import('./commands/verify.js')).run,
};

const FIND: Command = {
  name: 'find',
  summary: 'Find a payment that somebody asks about',
  details: [
    'Takes what that person has: the email or the address of the page that a customer was sent, a reference, the id of a payment request, transaction or subscription, or the key under which the processor knows a card that was tried (pay_….1). Shows what it is about and what hangs together with it, over all accounts, newest first: whose it is, how it stands, what happened to it, when and by whom, and each card that was tried, by brand and last four digits, with its outcome.',
    'Emails and references are looked for as a whole. At most a hundred of each kind are shown. It reads whole tables, so that it may take a while, and changes nothing. Exits with 1 when nothing was found.',
  ],
  arguments: [
    {
      name: 'clue',
      words: 'an email, a reference, an id, the key of a charge or the address of a payment page',
    },
  ],
  options: { ...DATABASE_OPTIONS, ...JSON_OPTION, ...HELP },
  examples: [
    { words: 'A customer says she has paid', line: 'florin find grace@example.com' },
    { words: 'Which shop is this page of?', line: 'florin find https://pay.example.com/pay/…' },
  ],
  load: async () => (await import('./commands/find.js')).run,
};

const EXPORT: Command = {
  name: 'export',
  summary: "Write an account's statement as CSV or JSON lines",
  details: [
    'One row for each transaction, in the order in which they ended, what is pending last. "change" is what was posted to the account and "balance" what was on it afterwards; both count what moved money only. A credit that a customer paid names the reference of the payment request and the customer.',
    "CSV is for spreadsheets: amounts are in the currency's own digits (75.00), and text that a spreadsheet would take for a formula has an apostrophe before it. JSON lines are for programs: amounts in minor units as in the API, and nothing altered.",
    'It streams: a million rows take no more memory than a thousand. The file appears under its name when it is whole; Ctrl-C leaves none.',
  ],
  arguments: [{ name: 'account', words: 'the id (acct_…) or the email of an account' }],
  options: {
    format: {
      type: 'string',
      value: 'format',
      choices: ['csv', 'jsonl'],
      words: 'csv (the default) or jsonl.',
    },
    from: { type: 'string', value: 'date', words: 'Leave out what ended before this date or instant (UTC).' },
    to: { type: 'string', value: 'date', words: 'Leave out what ended after this date or instant (UTC).' },
    settled: { type: 'boolean', words: 'Leave out what moved no money: pending, failed, canceled.' },
    output: { type: 'string', value: 'file', words: 'Write to this file instead of standard output.' },
    force: { type: 'boolean', words: 'Replace the file if it is there already.' },
    bom: { type: 'boolean', words: 'Begin with a byte order mark, by which Excel knows UTF-8.' },
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
    ...HELP,
  },
  examples: [
    {
      words: 'A quarter for the accountant',
      line: 'florin export ada@example.com --from 2026-01-01 --to 2026-03-31 --output q1.csv',
    },
    {
      words: 'The ten largest payments',
      line: "florin export acct_… --format jsonl | jq -s 'sort_by(.change) | .[:10]'",
    },
  ],
  load: async () => (await import('./commands/export.js')).run,
};

const DEMO: Command = {
  name: 'demo',
  summary: 'Fill a database with a lively set of data',
  details: [
    'Lets some accounts live through some months: owners, credits, payments, refunds, failures and cancellations, requests that were paid, declined, canceled, expired or are open, subscriptions, of which after some months a few are paused, overdue or canceled. All of it is done by the same code as over the API, only at another time, so florin verify finds nothing wrong.',
    'The same seed makes the same accounts. A database that has accounts is left alone unless --force is given.',
    'While npm start runs on the same database, its worker settles and bills what it finds due at once, so that fewer things stay pending.',
  ],
  arguments: [],
  options: {
    seed: { type: 'string', value: 'number', words: 'What chance begins with (1).' },
    accounts: { type: 'string', value: 'number', words: 'How many accounts, 1 to 200 (8).' },
    months: { type: 'string', value: 'number', words: 'How many months they live through, 1 to 36 (6).' },
    force: { type: 'boolean', words: 'Add to a database that has accounts already.' },
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
    ...HELP,
  },
  examples: [
    { words: 'Something to look at, in the database of npm start', line: 'florin demo' },
    { words: 'A larger one', line: 'florin demo --seed 7 --accounts 50 --months 12' },
  ],
  load: async () => (await import('./commands/demo.js')).run,
};

const COMPLETION: Command = {
  name: 'completion',
  summary: 'Print a completion script for bash or zsh',
  details: ['The script completes commands, options and the values of those that have few.'],
  arguments: [{ name: 'shell', words: 'bash or zsh', choices: ['bash', 'zsh'] }],
  options: { ...HELP },
  examples: [
    { words: 'For this shell', line: 'source <(florin completion bash)' },
    { words: 'For every zsh', line: 'florin completion zsh > "${fpath[1]}/_florin"' },
  ],
  load: async () => (await import('./commands/completion.js')).run,
};

const HELP_COMMAND: Command = {
  name: 'help',
  summary: 'Explain florin or one of its commands',
  details: ['florin <command> --help says the same.'],
  arguments: [{ name: 'command', words: 'the command to explain', isOptional: true }],
  options: { ...HELP },
  examples: [{ words: 'Learn about exports', line: 'florin help export' }],
  load: async () => (await import('./commands/help.js')).run,
};

export const COMMANDS: readonly Command[] = [
  MIGRATE,
  CREATE_ADMIN,
  VERIFY,
  FIND,
  EXPORT,
  DEMO,
  COMPLETION,
  HELP_COMMAND,
];

export function commandNamed(name: string): Command {
  const command = COMMANDS.find((known) => known.name === name);
  if (command !== undefined) return command;
  const meant = nearest(
    name,
    COMMANDS.map((known) => known.name),
  );
  const hint = meant === undefined ? 'see florin help' : `did you mean ${meant}?`;
  throw new UsageError(`there is no command "${name}"; ${hint}`);
}
