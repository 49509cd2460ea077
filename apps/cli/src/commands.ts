import { Argument, type Command, Option } from 'commander';
import { type Add, integer } from './add-command.js';
import { addReconcile } from './reconcile-command.js';

export function addCommands(program: Command, add: Add): void {
  addSchemaCommands(add);
  addDatabaseCommands(add);
  addReadingCommands(add);
  addEvents(add);
  addWebhooks(add);
  addExport(add);
  addReconcile(add);
  addSettle(add);
  for (const command of program.commands) addDatabaseOptions(command);
  addVerifyLog(add);
}

const addDatabaseOptions = (command: Command): Command =>
  command
    .option('--database-url <url>', 'PostgreSQL server (default: DATABASE_URL, or the embedded one)')
    .option('--data-dir <folder>', 'Folder of the embedded database (default: DATA_DIR, or .data)')
    .option('--json', 'Print the result as JSON');

function addSchemaCommands(add: Add): void {
  add(
    'migrate',
    'Bring the database schema up to date',
    'Applies the pending migrations of this release, each in its own SQL transaction. Only one process migrates at a time; others wait. The API and the worker also migrate when they start.',
    () => import('./commands/migrate.js'),
    [
      ['See what a new release would change', 'florin migrate --check'],
      ['Apply it', 'florin migrate --database-url postgres://florin:secret@db:5432/florin'],
    ],
  ).option('--check', 'Only list pending migrations; exit with 1 if there are any');
  add(
    'distribute',
    'Distribute the tables over the nodes of a Citus cluster',
    'Turns a migrated database on the coordinator of a Citus cluster into the distributed form: tables about money are distributed by account. Runs in one SQL transaction, which is committed on all nodes or on none. Stop the service first and make a backup: only a restore undoes it. Run it again after an upgrade to place new tables.',
    () => import('./commands/distribute.js'),
    [
      ['See what it would do', 'florin distribute --check'],
      ['Do it', 'florin distribute --database-url postgres://florin@coordinator/florin'],
    ],
  )
    .option('--shards <number>', 'Shards of each table, 1 to 256 (default: 2 for each node)', integer(1, 256))
    .option('--check', 'Only list what would be done; exit with 1 if there is anything')
    .option('--yes', 'Do not ask for confirmation');
}

function addDatabaseCommands(add: Add): void {
  add(
    'backfill',
    'Prepare the data of earlier releases for reports',
    'Fills in what earlier releases did not store: the balance after each event, the hash chain of events, and the running totals of entries. Until then, reports of the accounts concerned are refused with 409. Run it once after the upgrade from 0.1.0, when no instance of the previous release is running. Works in short SQL transactions beside a working service, and continues where it was interrupted.',
    () => import('./commands/backfill.js'),
    [['After the upgrade', 'florin backfill']],
  );
  add(
    'chain-events',
    'Add events of earlier releases to the hash chain',
    'The part of backfill for events: gives each event without a hash its balance and its place in the hash chain of its account. Run it once after the upgrade from 0.1.0, when no instance of the previous release is running. Works in short SQL transactions beside a working service, and continues where it was interrupted.',
    () => import('./commands/chain-events.js'),
    [['After the upgrade', 'florin chain-events']],
  );
  add(
    'create-admin',
    'Create a user with the role admin',
    'Asks for a password without showing it. If the answer is empty, or without a terminal, a password is generated and printed once. Passwords have 8 to 128 characters. Migrates a new database first.',
    () => import('./commands/create-admin.js'),
    [
      ['Type the password', 'florin create-admin ada@example.com'],
      [
        'Read it from a password manager',
        'pass show florin/ada | florin create-admin ada@example.com --password-stdin',
      ],
    ],
  )
    .argument('<email>', 'Login of the admin')
    .option('--name <name>', 'Name of the admin')
    .option('--password-stdin', 'Read the password from standard input')
    .option('--generate-password', 'Generate a password without asking, and print it once');
  add(
    'demo',
    'Fill a database with example data',
    'Creates accounts with months of transactions, payment requests and subscriptions in every status, through the same code as the API. The same seed creates the same accounts. A database that has accounts is left alone unless --force is given.',
    () => import('./commands/demo.js'),
    [
      ['Data for the database of npm start', 'florin demo'],
      ['More data', 'florin demo --seed 7 --accounts 50 --months 12'],
    ],
  )
    .option('--seed <number>', 'Seed of the random numbers', integer(0, 4_294_967_295), 1)
    .option('--accounts <number>', 'Number of accounts, 1 to 200', integer(1, 200), 8)
    .option('--months <number>', 'Months of history, 1 to 36', integer(1, 36), 6)
    .option('--force', 'Add to a database that has accounts');
}

const ACCOUNT = ['<account>', 'Account id (acct_…) or email'] as const;

function addReadingCommands(add: Add): void {
  add(
    'verify',
    'Check the integrity of the ledger',
    'Checks every rule of the ledger against every row, in one read-only snapshot, so that it can run beside a working service. Lists all damage and exits with 1 if there is any. It repairs nothing.',
    () => import('./commands/verify.js'),
    [
      ['Check the database of npm start', 'florin verify'],
      ['Every night', 'florin verify --json > verify.json || send-alert'],
    ],
  ).option('--verbose', 'List every rule with the number of rows it was checked against');
  add(
    'find',
    'Find payments, transactions and subscriptions',
    'Searches all accounts, newest first, and lists what belongs to the hits too. A single hit is shown with its events and card attempts. Emails and references must match as a whole. Shows at most 100 of each kind. Exits with 1 if nothing is found.',
    () => import('./commands/find.js'),
    [
      ['By the email of a customer', 'florin find grace@example.com'],
      ['By the URL of a payment page', 'florin find https://pay.example.com/pay/…'],
    ],
  ).argument('<query>', 'Email, reference, id, URL of a payment page, or processor key (pay_….1)');
  add(
    'balance',
    'Show the balance of an account',
    'Shows what is available, held by pending payments, and incoming from pending credits.',
    () => import('./commands/balance.js'),
    [['By email', 'florin balance ada@example.com']],
  ).argument(...ACCOUNT);
}

function addEvents(add: Add): void {
  add(
    'events',
    'List the events of an account, newest last',
    'Prints one line for each event: time, object, event and amount.',
    () => import('./commands/events.js'),
    [
      ['Watch an account', 'florin events ada@example.com --follow'],
      ['Failed payments', 'florin events acct_… --type transaction.failed --limit 100'],
      ['The whole log, for florin verify-log', 'florin events acct_… --all --json > log.jsonl'],
    ],
  )
    .argument(...ACCOUNT)
    .option('--all', 'Print all events, oldest first, instead of the last ones')
    .option('--follow', 'Wait for new events and print them, until Ctrl-C')
    .option('--limit <number>', 'Number of past events, 0 to 10000', integer(0, 10_000), 20)
    .option('--type <type>', 'Only events of this type, such as transaction.failed');
}

function addWebhooks(add: Add): void {
  add(
    'webhooks',
    'Forward the events of an account to a local program',
    'Sends each new event of the account to a URL, signed like a webhook with a secret that is printed at the start, until Ctrl-C. Prints one line for each event: time, type, id, and the status of the response. Needs no webhook endpoint, and does not repeat what failed.',
    () => import('./commands/webhooks.js'),
    [
      [
        'While you write a receiver',
        'florin webhooks listen --account ada@example.com \\\n    --forward-to http://localhost:4000/webhooks',
      ],
      [
        'Some types of events',
        'florin webhooks listen --account acct_… --forward-to http://localhost:4000 \\\n    --events transaction.succeeded,transaction.failed',
      ],
    ],
  )
    .addArgument(new Argument('<action>', 'What to do').choices(['listen']))
    .requiredOption('--account <account>', ACCOUNT[1])
    .requiredOption('--forward-to <url>', 'URL of the program that receives the events')
    .option('--events <types>', 'Only events of these types, separated by commas');
}

/** Without the options of a database: it only reads a file. */
function addVerifyLog(add: Add): void {
  add(
    'verify-log',
    'Check the hashes of exported events',
    'Checks without a database that each hash follows from the event and the hash before it, and prints the last hash of each account, to compare with GET /v1/account/log_head. The file has one event per line, oldest first, from "florin events --all --json". Exits with 1 if an event was changed, removed, inserted or moved.',
    () => import('./commands/verify-log.js'),
    [
      ['Check an export', 'florin verify-log log.jsonl'],
      ['And that it is complete', 'florin verify-log log.jsonl --head 3f5a…'],
    ],
  )
    .argument('<file>', 'Events as JSON lines')
    .option('--after <hash>', 'Hash of the event before the first line (default: 64 zeros)')
    .option('--head <hash>', 'Hash that the log must end with')
    .option('--json', 'Print the result as JSON');
}

function addExport(add: Add): void {
  add(
    'export',
    "Write an account's statement as CSV or JSON lines",
    'Writes one row for each transaction in the order in which they ended, pending ones last. "change" is the amount posted to the account, "balance" the total after it. CSV has amounts with decimals (75.00) and neutralises formulas; JSON lines have minor units as in the API. The file gets its name when it is complete.',
    () => import('./commands/export.js'),
    [
      ['A statement for an accountant', 'florin export ada@example.com --from 2026-01-01 --output q1.csv'],
      ['The ten largest payments', "florin export acct_… --format jsonl | jq -s 'sort_by(.change) | .[:10]'"],
    ],
  )
    .argument(...ACCOUNT)
    .addOption(new Option('--format <format>', 'Output format').choices(['csv', 'jsonl']).default('csv'))
    .option('--from <date>', 'Only what ended on or after this date or instant (UTC)')
    .option('--to <date>', 'Only what ended on or before this date or instant (UTC)')
    .option('--settled', 'Only what moved money: not pending, failed or canceled')
    .option('--output <file>', 'Write to this file instead of standard output')
    .option('--force', 'Replace the file if it exists')
    .option('--bom', 'Begin with a byte order mark, for Excel');
}

function addSettle(add: Add): void {
  add(
    'settle',
    'Settle a pending transaction',
    'Ends a pending transaction as succeeded, or as failed with --failed. This cannot be undone. Asks for confirmation at a terminal. Exits with 1 if the transaction is not pending.',
    () => import('./commands/settle.js'),
    [
      ['The payment arrived', 'florin settle txn_…'],
      ['It was rejected', 'florin settle txn_… --failed --reason "account closed"'],
    ],
  )
    .argument('<transaction>', 'Transaction id (txn_…)')
    .option('--failed', 'Settle it as failed')
    .option('--reason <text>', 'Failure reason; only with --failed')
    .option('--yes', 'Do not ask for confirmation');
}
