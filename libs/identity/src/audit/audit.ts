import {
  type AuditId,
  type CursorPage,
  type CursorRequest,
  type Id,
  type Ids,
  type JsonObject,
  SYSTEM_ACTOR,
} from '@florin/kernel';
import { nameOf, type Principal } from '../access/principal.js';

export const AUDIT_ACTIONS = [
  'user.created',
  'user.updated',
  'user.deleted',
  'user.password_reset',
  'session.started',
  'session.ended',
  'api_key.created',
  'api_key.revoked',
  'webhook_endpoint.disabled',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The caller of a command, with address and user agent for the audit trail. */
export interface Caller {
  readonly principal: Principal;
  readonly address: string | undefined;
  readonly agent: string | undefined;
}

export interface AuditActor {
  readonly name: string;
  readonly address: string | undefined;
  readonly agent: string | undefined;
}

/** Actor of changes that no caller requested. */
export const SYSTEM: AuditActor = { name: SYSTEM_ACTOR, address: undefined, agent: undefined };

/** Contains ids and names of changed fields, never their values. */
export interface AuditEntry {
  readonly id: AuditId;
  /** A user's or key's id, `anonymous` or `system`. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly subjectId: Id;
  readonly address: string | undefined;
  readonly agent: string | undefined;
  readonly details: JsonObject;
  readonly occurredAt: Date;
}

/** Written in the unit of work of the change, so that both are committed or neither. */
export interface AuditLog {
  add(entry: AuditEntry): Promise<void>;
  /** One statement for any number of entries; the list may be empty. */
  addAll(entries: readonly AuditEntry[]): Promise<void>;
}

/** An absent field does not filter. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly subjectId?: Id | undefined;
}

/** Committed entries, newest first. The cursor is an entry's id. */
export abstract class AuditTrail {
  abstract list(filter: AuditFilter, request: CursorRequest<AuditId>): Promise<CursorPage<AuditEntry>>;
}

export interface AuditedAct {
  readonly action: AuditAction;
  readonly subjectId: Id;
  readonly details?: JsonObject;
}

export function auditEntry(ids: Ids, by: Caller | AuditActor, act: AuditedAct, now: Date): AuditEntry {
  const { address, agent } = by;
  return {
    id: ids.next('audit'),
    actor: 'principal' in by ? nameOf(by.principal) : by.name,
    action: act.action,
    subjectId: act.subjectId,
    address,
    agent,
    details: act.details ?? {},
    occurredAt: now,
  };
}
