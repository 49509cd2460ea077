import type { BatchElement } from '@florin/ledger';
import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { IsFlag, IsNestedList } from '../common/decorators/fields.js';
import { DryRunFields } from '../common/dry-run/dry-run.dto.js';
import { STATUS } from '../common/errors/codes.js';
import { toErrorResponse } from '../common/errors/error-response.js';
import { ApiEnum, ApiInteger, ApiText } from '../openapi/fields.js';
import {
  CreateTransactionDto,
  TransactionListItem,
  transactionListItem,
  UnsavedTransactionBody,
  unsavedTransactionBody,
} from './transaction.dto.js';

const SIZE = { least: 1, most: 1_000 };

@ApiSchema({ name: 'CreateTransactionBatch', description: 'The transactions to create.' })
export class CreateTransactionBatchDto {
  @IsNestedList(() => CreateTransactionDto, SIZE, { description: 'The transactions, decided in this order.' })
  transactions!: CreateTransactionDto[];

  @IsFlag({ description: 'True: all or none are created. False: each for itself.' }) atomic!: boolean;
}

@ApiSchema({ name: 'CreatedBatchResult', description: 'The transaction was created.' })
class CreatedResultBody {
  @ApiInteger('The status that its own request would have had.', 201, 201) status!: number;
  @ApiProperty({ type: TransactionListItem }) transaction!: TransactionListItem;
}

@ApiSchema({ name: 'UnsavedBatchResult', description: 'The transaction would be created.' })
class UnsavedResultBody {
  @ApiInteger('The status that its own request would have had.', 201, 201) status!: number;
  @ApiProperty({ type: UnsavedTransactionBody }) transaction!: UnsavedTransactionBody;
}

@ApiSchema({ name: 'RefusedBatchResult', description: 'The transaction was refused, and not stored.' })
class RefusedResultBody {
  @ApiInteger('The status that its own request would have had.', 402, 400) status!: number;
  @ApiEnum(Object.keys(STATUS), 'The error code.', { example: 'insufficient_funds' }) error!: string;
  @ApiText('What is wrong and what to do.', 'Insufficient funds: 25.00 USD available, 90.00 USD required.')
  message!: string;
}

const resultsOf = (
  ...kinds: (typeof CreatedResultBody | typeof UnsavedResultBody | typeof RefusedResultBody)[]
) =>
  ({
    type: 'array',
    items: { oneOf: kinds.map((kind) => ({ $ref: getSchemaPath(kind) })) },
    description: 'One result for each transaction, in the order of the request.',
  }) as const;

@ApiExtraModels(CreatedResultBody, RefusedResultBody)
@ApiSchema({ name: 'TransactionBatch', description: 'The results of the batch.' })
export class TransactionBatchBody {
  @ApiProperty(resultsOf(CreatedResultBody, RefusedResultBody))
  results!: (CreatedResultBody | RefusedResultBody)[];
}

@ApiExtraModels(UnsavedResultBody)
@ApiSchema({ name: 'UnsavedTransactionBatch', description: 'The results that the batch would have.' })
class UnsavedTransactionBatchBody {
  @ApiProperty(resultsOf(UnsavedResultBody, RefusedResultBody))
  results!: (UnsavedResultBody | RefusedResultBody)[];
}

@ApiSchema({ name: 'TransactionBatchDryRun', description: 'The result of a dry run. Nothing was stored.' })
export class TransactionBatchDryRunBody extends DryRunFields {
  @ApiProperty({ type: UnsavedTransactionBatchBody }) result!: UnsavedTransactionBatchBody;
}

const resultBody = <Body>(
  { refused, transaction }: BatchElement,
  present: (created: NonNullable<typeof transaction>) => Body,
): { status: number; transaction: Body } | RefusedResultBody => {
  if (refused === undefined) return { status: 201, transaction: present(transaction) };
  const { status, code, message } = toErrorResponse(refused);
  return { status, error: code, message };
};

export const batchBody = (elements: readonly BatchElement[]): TransactionBatchBody => ({
  results: elements.map((element) => resultBody(element, transactionListItem)),
});

export const unsavedBatchBody = (elements: readonly BatchElement[]): UnsavedTransactionBatchBody => ({
  results: elements.map((element) => resultBody(element, unsavedTransactionBody)),
});
