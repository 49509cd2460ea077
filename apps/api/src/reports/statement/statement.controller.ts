import { AccountDirectory } from '@florin/accounts';
import { DomainError } from '@florin/kernel';
import { StatementReader } from '@florin/ledger';
import { Controller, Get, Inject, Query, type StreamableFile } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Logger } from 'pino';
import { type AccountScope, Scope } from '../../auth/account-scope.js';
import { ActsForAccount, Operation } from '../../auth/operation.decorator.js';
import { logFault } from '../../common/errors/log-fault.js';
import { CurrentHttpExchange, type HttpExchange } from '../../common/idempotency/idempotency.js';
import { cursorRequestOf } from '../../common/pagination/cursor.dto.js';
import { LOGGER } from '../../core/core.module.js';
import { ApiErrorCodes } from '../../openapi/operation-extensions.js';
import { MEDIA_TYPES, rejectPageParameters, responseFormatOf } from '../response-format.js';
import { grouped, MAX_PDF_LINES, StatementDownloads } from './statement-downloads.js';
import { statementPeriodOf } from './statement-period.js';
import {
  lineTransactionOf,
  STATEMENT_FORMATS,
  StatementBody,
  statementBody,
  StatementQuery,
} from './statement.dto.js';

@ApiTags('Reports')
@ApiExtraModels(StatementBody)
@ActsForAccount()
@Controller('v1/account/statement')
export class StatementController {
  constructor(
    private readonly accounts: AccountDirectory,
    private readonly statements: StatementReader,
    private readonly downloads: StatementDownloads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @Operation(
    'account.statement',
    'Retrieve a statement',
    `The posted transactions of a period with the balance after each, the balances at its start and end, and its totals. A date without time is a day in the time zone of the account. JSON is a page of lines, newest first. CSV has all lines of the period, oldest first; PDF too, up to ${grouped(MAX_PDF_LINES)} lines.`,
  )
  @ApiErrorCodes('conflict')
  @ApiOkResponse({
    description: 'The statement.',
    content: {
      [MEDIA_TYPES.json]: { schema: { $ref: getSchemaPath(StatementBody) } },
      [MEDIA_TYPES.csv]: { schema: { type: 'string' } },
      [MEDIA_TYPES.pdf]: { schema: { type: 'string', format: 'binary' } },
    },
  })
  async get(
    @Scope() scope: AccountScope,
    @Query() query: StatementQuery,
    @CurrentHttpExchange() { request, reply }: HttpExchange,
  ): Promise<StatementBody | StreamableFile> {
    const format = responseFormatOf(STATEMENT_FORMATS, query.format, request.headers.accept);
    const cursor = cursorRequestOf({
      limit: query.limit,
      ...(query.starting_after !== undefined && { starting_after: transactionOf(query.starting_after) }),
      ...(query.ending_before !== undefined && { ending_before: transactionOf(query.ending_before) }),
    });
    if (format !== 'json') rejectPageParameters(request.query as object, format);
    const account = await this.accounts.find(scope.requireAccount());
    if (account === undefined) throw new DomainError('not_found', 'There is no such account.');
    const period = statementPeriodOf(query, account.settings.timezone);
    void reply.header('vary', 'Accept');
    if (format === 'json')
      return statementBody(account, period, await this.statements.page(account.id, period, cursor));
    if (format === 'pdf') return this.downloads.pdf(account, period);
    return this.downloads.csv(account, period, (error) => {
      logFault(this.logger, { error, status: 500, request, target: 'request' });
    });
  }
}

function transactionOf(lineId: string) {
  const transactionId = lineTransactionOf(lineId);
  if (transactionId === undefined) throw new Error('The validation accepted a line id that it cannot parse');
  return transactionId;
}
