import { ListAudit, type Principal } from '@florin/identity';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal } from '../auth/caller.js';
import { Operation } from '../auth/operation.decorator.js';
import { auditEntryBody, AuditListBody, ListAuditQuery } from './audit.dto.js';
import { cursorBody, cursorRequestOf } from '../common/pagination/cursor.dto.js';

@ApiTags('Audit')
@Controller('v1/audit')
export class AuditController {
  constructor(private readonly listAudit: ListAudit) {}

  @Get()
  @Operation('audit.list', 'List audit entries')
  @ApiOkResponse({ type: AuditListBody })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListAuditQuery,
  ): Promise<AuditListBody> {
    const filter = { actor: query.actor, subjectId: query.subject };
    return cursorBody(
      await this.listAudit.execute(principal, filter, cursorRequestOf(query)),
      auditEntryBody,
    );
  }
}
