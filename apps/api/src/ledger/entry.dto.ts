import { formatInstant, type TransactionId } from '@florin/kernel';
import type { Entry, EntryLine } from '@florin/ledger';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { CursorBodyOf } from '../common/pagination/cursor.dto.js';
import {
  ApiAmount,
  ApiCurrency,
  ApiEnum,
  ApiText,
  ApiTimestamp,
  exampleId,
  idPattern,
} from '../openapi/fields.js';

const SIDES = ['debit', 'credit'] as const;

@ApiSchema({ name: 'Entry', description: 'A posted ledger entry. It never changes.' })
export class EntryBody {
  @ApiText('The transaction and the line.', `${exampleId('txn')}:account`) id!: string;
  @ApiProperty({
    type: 'string',
    pattern: `${idPattern('acct')}|^clearing$`,
    description: 'The account, or `clearing` for the clearing account of the currency.',
    example: exampleId('acct'),
  })
  account!: string;
  @ApiEnum(SIDES, 'A credit increases the balance of `account`, a debit reduces it.') side!: string;
  @ApiAmount() amount!: number;
  @ApiCurrency() currency!: string;
  @ApiTimestamp('When it was posted.') posted_at!: string;
}

@ApiSchema({
  name: 'EntryList',
  description: 'All entries of the transaction: none, or a debit and a credit of the same amount.',
})
export class EntryListBody extends CursorBodyOf<EntryBody>({
  type: [EntryBody],
  description: 'The entries, that of the account first.',
}) {}

/** A transaction has one entry of each line. */
export const entryIdOf = (transactionId: TransactionId, line: EntryLine): string =>
  `${transactionId}:${line}`;

export const entryBody = ({
  transactionId,
  accountId,
  line,
  amount,
  currency,
  postedAt,
}: Entry): EntryBody => ({
  id: entryIdOf(transactionId, line),
  account: line === 'account' ? accountId : line,
  side: amount < 0 ? 'debit' : 'credit',
  amount: Math.abs(amount),
  currency,
  posted_at: formatInstant(postedAt),
});
