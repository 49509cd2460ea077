import { ANONYMOUS, AUDIT_ACTIONS, type AuditEntry, nameOf, SYSTEM } from '@florin/identity';
import type { Id } from '@florin/kernel';
import { ApiSchema } from '@nestjs/swagger';
import { ApiEnum, exampleId, ApiId, ApiAnyId, ApiTimestamp, ApiObject, ApiText } from '../openapi/fields.js';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';
import { IsQueryIdOrWord } from '../common/decorators/query-fields.js';

@ApiSchema({ name: 'AuditEntry', description: 'A change to a user, a session or an API key.' })
export class AuditEntryBody {
  @ApiId('audit', 'The entry.') id!: string;
  @ApiText('Who made the change: the id of a user or an API key, `anonymous` or `system`.', exampleId('user'))
  actor!: string;
  @ApiEnum(AUDIT_ACTIONS, 'The type of change.') action!: string;
  @ApiAnyId(['user', 'sess', 'key'], 'The user, session or API key that was changed.') subject!: string;
  @ApiText('The IP address of the request.', '203.0.113.7', { nullable: true }) address!: string | null;
  @ApiText('The `User-Agent` of the request.', 'curl/8.5.0', { nullable: true }) agent!: string | null;
  @ApiObject('Details of the change.', { fields: ['name'] }) details!: object;
  @ApiTimestamp('When the change was made.') occurred_at!: string;
}

export class ListAuditQuery extends CursorQueryOf('audit') {
  @IsQueryIdOrWord(['user', 'key'], [nameOf(ANONYMOUS), SYSTEM.name], {
    description: 'Only changes by this user or API key, by `anonymous` or by `system`.',
  })
  actor?: string;

  @IsQueryIdOrWord(['user', 'sess', 'key'], [], {
    description: 'Only changes to this user, session or API key.',
  })
  subject?: Id;
}

@ApiSchema({ name: 'AuditEntryList', description: 'A page of audit entries, newest first.' })
export class AuditListBody extends CursorBodyOf<AuditEntryBody>({
  type: [AuditEntryBody],
  description: 'The entries of this page.',
}) {}

export const auditEntryBody = (entry: AuditEntry): AuditEntryBody => ({
  id: entry.id,
  actor: entry.actor,
  action: entry.action,
  subject: entry.subjectId,
  address: entry.address ?? null,
  agent: entry.agent ?? null,
  details: entry.details,
  occurred_at: entry.occurredAt.toISOString(),
});
