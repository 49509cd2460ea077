import { Option } from 'commander';
import { type Add, integer } from './add-command.js';

// The domain's lists, which help and completion would have to load.
const DELIMITERS = ['comma', 'semicolon', 'tab', 'pipe'];
const DATE_FORMATS = ['yyyy-mm-dd', 'dd.mm.yyyy', 'dd/mm/yyyy', 'mm/dd/yyyy', 'yyyymmdd'];

export function addReconcile(add: Add): void {
  add(
    'reconcile',
    'Compare the file of a bank with the entries of an account',
    'Compares a CSV or camt.053 file with what was posted to the account, by reference, amount and date, and lists the differences. The result is stored, and GET /v1/reconciliations lists it. Exits with 1 if there are differences.',
    () => import('./commands/reconcile.js'),
    [
      ['A statement of a bank', 'florin reconcile statement.xml --account ada@example.com'],
      [
        'An export with other columns',
        'florin reconcile export.csv --account acct_… --delimiter semicolon \\\n    --decimal-separator comma --date-format dd.mm.yyyy --date-column Datum \\\n    --amount-column Betrag --reference-column Zweck',
      ],
    ],
  )
    .argument('<file>', 'File of a bank or processor, in UTF-8')
    .requiredOption('--account <account>', 'Account id (acct_…) or email')
    .addOption(
      new Option('--format <format>', 'Format (default: camt053 for .xml, else csv)').choices([
        'csv',
        'camt053',
      ]),
    )
    .option('--tolerance <days>', 'Days that two dates may differ, 0 to 31', integer(0, 31), 3)
    .option('--from <date>', 'First day that the file covers (default: its earliest)')
    .option('--to <date>', 'Last day that the file covers (default: its latest)')
    .option('--reference-column <name>', 'CSV: column with the reference')
    .option('--amount-column <name>', 'CSV: column with the amount')
    .option('--credit-column <name>', 'CSV: column with money in')
    .option('--debit-column <name>', 'CSV: column with money out')
    .option('--date-column <name>', 'CSV: column with the date')
    .option('--description-column <name>', 'CSV: column with a text')
    .option('--currency-column <name>', 'CSV: column with the currency')
    .addOption(new Option('--delimiter <name>', 'CSV: what separates fields').choices(DELIMITERS))
    .addOption(new Option('--decimal-separator <name>', 'CSV: decimal separator').choices(['point', 'comma']))
    .addOption(new Option('--date-format <format>', 'CSV: format of dates').choices(DATE_FORMATS))
    .addOption(
      new Option('--amount-sign <sign>', 'CSV: what a positive amount is').choices([
        'positive_in',
        'positive_out',
      ]),
    )
    .option('--skip-lines <number>', 'CSV: lines above the header, 0 to 100', integer(0, 100))
    .option('--no-header', 'CSV: no header; columns have numbers from 1');
}
