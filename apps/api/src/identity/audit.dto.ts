import { ANONYMOUS, AUDIT_ACTIONS, type AuditEntry, nameOf, SYSTEM } from '@florin/identity';
import type { Id } from '@florin/kernel';
import { ApiSchema } from '@nestjs/swagger';
import { ApiEnum, exampleId, ApiId, ApiAnyId, ApiTimestamp, ApiObject, ApiText } from '../openapi/fields.js';
import { CursorBodyOf, CursorQueryOf } from '../common/pagination/cursor.dto.js';
import { IsQueryIdOrWord } from '../common/decorators/query-fields.js';

@ApiSchema({ name: 'AuditEntry', description: 'Who did what to a user, a session or a key, and when.' })
export class AuditEntryBody {
  @ApiId('audit', 'The entry.') id!: string;
  @ApiText('A user, a key, `anonymous`, or `system`.', exampleId('user')) actor!: string;
  @ApiEnum(AUDIT_ACTIONS, 'What was done.') action!: string;
  @ApiAnyId(['user', 'sess', 'key'], 'The user, session or key it was done to.') subject!: string;
  @ApiText('Where it was done from.', '203.0.113.7', { nullable: true }) address!: string | null;
  @ApiText('What the program that did it calls itself.', 'curl/8.5.0', { nullable: true }) agent!:
    string | null;
  @ApiObject('What else there is to say about it.', { fields: ['name'] }) details!: object;
  @ApiTimestamp('When it was done.') occurred_at!: string;
}

export class ListAuditQuery extends CursorQueryOf('audit') {
  @IsQueryIdOrWord(['user', 'key'], [nameOf(ANONYMOUS), SYSTEM.name], {
    description: 'Only what this user or key did, or `anonymous`, or `system`.',
  })
  actor?: string;

  @IsQueryIdOrWord(['user', 'sess', 'key'], [], {
    description: 'Only what was done to this user, session or key.',
  })
  subject?: Id;
}

@ApiSchema({ name: 'AuditEntryList', description: 'A page of the audit trail, newest first.' })
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
