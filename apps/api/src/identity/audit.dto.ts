import { AUDIT_ACTIONS, type AuditEntry } from '@florin/identity';
import { ApiProperty } from '@nestjs/swagger';

export class AuditEntryBody {
  @ApiProperty({ example: 'audit_01k9zxv3s8e7qv5m2c4w6y8h0j' }) id!: string;
  @ApiProperty({ description: 'A user, a key, `anonymous`, or `system`.' }) actor!: string;
  @ApiProperty({ enum: AUDIT_ACTIONS }) action!: string;
  @ApiProperty({ description: 'The user, session or key it was done to.' }) subject!: string;
  @ApiProperty({ type: 'string', nullable: true }) address!: string | null;
  @ApiProperty({ type: 'string', nullable: true }) agent!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true }) details!: object;
  @ApiProperty({ format: 'date-time' }) occurred_at!: string;
}

export class AuditListBody {
  @ApiProperty({ enum: ['list'] }) object!: 'list';
  @ApiProperty({ type: [AuditEntryBody] }) data!: readonly AuditEntryBody[];
  @ApiProperty() has_more!: boolean;
}

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
