import {
  ANONYMOUS,
  AUDIT_ACTIONS,
  type AuditEntry,
  type AuditFilter,
  nameOf,
  SYSTEM,
} from '@florin/identity';
import { type Id, parseId, type Prefix } from '@florin/kernel';
import { ApiSchema } from '@nestjs/swagger';
import { ApiError } from '../errors/api-error.js';
import { Choice, exampleId, IdOf, IdOfAny, Instant, Pairs, Words } from '../openapi/fields.js';
import { CursorBodyOf, CursorQueryOf } from '../validation/cursor.dto.js';
import { QueryText } from '../validation/query-fields.js';

@ApiSchema({ name: 'AuditEntry', description: 'Who did what to a user, a session or a key, and when.' })
export class AuditEntryBody {
  @IdOf('audit', 'The entry.') id!: string;
  @Words('A user, a key, `anonymous`, or `system`.', exampleId('user')) actor!: string;
  @Choice(AUDIT_ACTIONS, 'What was done.') action!: string;
  @IdOfAny(['user', 'sess', 'key'], 'The user, session or key it was done to.') subject!: string;
  @Words('Where it was done from.', '203.0.113.7', { nullable: true }) address!: string | null;
  @Words('What the program that did it calls itself.', 'curl/8.5.0', { nullable: true }) agent!:
    string | null;
  @Pairs('What else there is to say about it.', { fields: ['name'] }) details!: object;
  @Instant('When it was done.') occurred_at!: string;
}

export class ListAuditQuery extends CursorQueryOf('audit') {
  @QueryText(
    { least: 1, most: 255 },
    {
      description: 'Only what this user or key did, or `anonymous`, or `system`.',
      example: exampleId('user'),
    },
  )
  actor?: string;

  @QueryText(
    { least: 1, most: 255 },
    { description: 'Only what was done to this user, session or key.', example: exampleId('user') },
  )
  subject?: string;
}

@ApiSchema({ name: 'AuditEntryList', description: 'A page of the audit trail, newest first.' })
export class AuditListBody extends CursorBodyOf<AuditEntryBody>({
  type: [AuditEntryBody],
  description: 'The entries of this page.',
}) {}

const NAMELESS: readonly string[] = [nameOf(ANONYMOUS), SYSTEM.name];

/** What nobody can be called is refused: a list of nothing would look like an answer. */
export function auditFilterOf({ actor, subject }: ListAuditQuery): AuditFilter {
  const isActor = actor === undefined || NAMELESS.includes(actor) || idIn(['user', 'key'], actor);
  if (!isActor)
    throw new ApiError(
      'invalid_request',
      `actor must be the id of a user or a key, or one of ${NAMELESS.join(', ')}.`,
    );
  const subjectId = subject === undefined ? undefined : idIn(['user', 'sess', 'key'], subject);
  if (subject !== undefined && subjectId === undefined)
    throw new ApiError('invalid_request', 'subject must be the id of a user, a session or a key.');
  return { actor, subjectId };
}

const idIn = (prefixes: readonly Prefix[], text: string): Id | undefined =>
  prefixes.map((prefix) => parseId(prefix, text)).find((id) => id !== undefined);

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
