import { createHash } from 'node:crypto';
import { parseId } from '@florin/kernel';
import {
  GetReconciliation,
  ReconcileFile,
  reconciliationLineBody,
  ReconciliationReader,
} from '@florin/ledger';
import { Controller, Get, Inject, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Logger } from 'pino';
import { ScopedLists } from '../accounts/scoped-lists.js';
import { type AccountScope, Scope } from '../auth/account-scope.js';
import { ActsForAccount, Operation } from '../auth/operation.decorator.js';
import { ApiError } from '../common/errors/api-error.js';
import { logFault } from '../common/errors/log-fault.js';
import { CurrentHttpExchange, type HttpExchange, Idempotency } from '../common/idempotency/idempotency.js';
import { MAX_FILE_BYTES } from '../common/limits.js';
import { cursorBody, cursorRequestOf } from '../common/pagination/cursor.dto.js';
import { AcceptsFileBody } from '../common/route-config.js';
import { EmptyQuery } from '../common/validation/empty.dto.js';
import { LOGGER } from '../core/core.module.js';
import { mediaTypeOf, readFileBody } from '../http/file-body.js';
import { CreateReconciliationQuery, csvOptionsOf } from './create-reconciliation.dto.js';
import { csvDownload } from './csv-download.js';
import { reconciliationCsv } from './reconciliation-csv.js';
import { ReconciliationLimit } from './reconciliation-limit.js';
import {
  LINE_FORMATS,
  ListReconciliationLinesQuery,
  ListReconciliationsQuery,
  ReconciliationBody,
  reconciliationBody,
  ReconciliationLineListBody,
  ReconciliationListBody,
} from './reconciliation.dto.js';
import { rejectPageParameters, responseFormatOf } from './response-format.js';

@ApiTags('Reconciliations')
@ActsForAccount()
@Controller('v1/reconciliations')
export class ReconciliationsController {
  constructor(
    private readonly reconcileFile: ReconcileFile,
    private readonly getReconciliation: GetReconciliation,
    private readonly reconciliations: ReconciliationReader,
    private readonly limit: ReconciliationLimit,
    private readonly idempotency: Idempotency,
    private readonly lists: ScopedLists,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post()
  @AcceptsFileBody()
  @Operation(
    'reconciliations.create',
    'Reconcile a file',
    'Compares the file of a bank or processor with what Florin posted to the account: CSV as `text/csv`, or an ISO 20022 camt.053 statement as `application/xml`, in UTF-8, up to 10 MiB and 100,000 lines. A line that cannot be read is 400 with its number, and nothing is stored.',
  )
  @ApiConsumes('text/csv', 'application/xml')
  @ApiBody({
    description: 'The file.',
    schema: { type: 'string' },
  })
  @ApiCreatedResponse({ type: ReconciliationBody })
  async create(
    @Scope() scope: AccountScope,
    @Query() query: CreateReconciliationQuery,
    @CurrentHttpExchange() exchange: HttpExchange,
  ): Promise<ReconciliationBody> {
    const accountId = scope.requireAccount();
    const csv = csvOptionsOf(query);
    const { format, tolerance_days: toleranceDays, from, to } = query;
    const { request } = exchange;
    return this.limit.run(accountId, async () => {
      const content = await readFileBody(request, MAX_FILE_BYTES);
      if ((mediaTypeOf(request) === 'text/csv') !== (format === 'csv'))
        throw new ApiError('invalid_request', 'The Content-Type must be that of the format.', {
          status: 415,
        });
      // What an idempotency key is compared by.
      request.body = {
        query: Object.assign({}, query),
        sha256: createHash('sha256').update(content).digest('hex'),
      };
      const input = { accountId, format, content, csv, toleranceDays, from, to };
      return this.idempotency.respond({ ...exchange, accountId }, reconciliationBody, (idempotentRequest) =>
        this.reconcileFile.execute(input, idempotentRequest, scope.actor),
      );
    });
  }

  @Get()
  @Operation(
    'reconciliations.list',
    'List reconciliations',
    'Admins and platform keys get those of all accounts, or with `X-Account-Id` those of one account.',
  )
  @ApiOkResponse({ type: ReconciliationListBody })
  async list(
    @Scope() scope: AccountScope,
    @Query() query: ListReconciliationsQuery,
  ): Promise<ReconciliationListBody> {
    const cursor = cursorRequestOf(query);
    const page = await this.lists.page(scope, (accountId) => this.reconciliations.list(accountId, cursor));
    return cursorBody(page, reconciliationBody);
  }

  @Get(':reconciliation_id')
  @Operation('reconciliations.get', 'Retrieve a reconciliation')
  @ApiOkResponse({ type: ReconciliationBody })
  async get(
    @Scope() scope: AccountScope,
    @Param('reconciliation_id') id: string,
    @Query() _query: EmptyQuery,
  ): Promise<ReconciliationBody> {
    return reconciliationBody(
      await this.getReconciliation.execute(parseId('rcn', id), scope.visibleAccount()),
    );
  }

  @Get(':reconciliation_id/lines')
  @Operation(
    'reconciliations.lines',
    'List the lines of a reconciliation',
    'In the order of the file, followed by the entries that are missing in it. With `format=csv` or `Accept: text/csv`, all lines as a CSV file.',
  )
  @ApiExtraModels(ReconciliationLineListBody)
  @ApiOkResponse({
    description: 'A page of lines, or with `format=csv` all lines.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(ReconciliationLineListBody) } },
      'text/csv': { schema: { type: 'string' } },
    },
  })
  async lines(
    @Scope() scope: AccountScope,
    @Param('reconciliation_id') id: string,
    @Query() query: ListReconciliationLinesQuery,
    @CurrentHttpExchange() { request, reply }: HttpExchange,
  ): Promise<ReconciliationLineListBody | StreamableFile> {
    const cursor = cursorRequestOf(query);
    const format = responseFormatOf(LINE_FORMATS, query.format, request.headers.accept);
    if (format !== 'json') rejectPageParameters(request.query as object, format);
    void reply.header('vary', 'Accept');
    const found = await this.getReconciliation.execute(parseId('rcn', id), scope.visibleAccount());
    if (format === 'csv') {
      const rows = reconciliationCsv(this.reconciliations, found, query.result);
      return csvDownload(rows, `${found.id}.csv`, (error) => {
        logFault(this.logger, { error, status: 500, request, target: 'request' });
      });
    }
    return cursorBody(await this.reconciliations.lines(found, query.result, cursor), reconciliationLineBody);
  }
}
