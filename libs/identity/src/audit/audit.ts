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
  'session.started',
  'session.ended',
  'api_key.created',
  'api_key.revoked',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who asks, and from where. It accompanies every command so that the trail can tell. */
export interface Caller {
  readonly principal: Principal;
  readonly address: string | undefined;
  readonly agent: string | undefined;
}

/** A caller once only its name matters. */
export interface AuditActor {
  readonly name: string;
  readonly address: string | undefined;
  readonly agent: string | undefined;
}

/** What the service does on its own. */
export const SYSTEM: AuditActor = { name: SYSTEM_ACTOR, address: undefined, agent: undefined };

/** Who did what to which user, session or key. It holds ids and names of fields, never what was in them. */
export interface AuditEntry {
  readonly id: AuditId;
  /** A user's or a key's id, `anonymous`, or `system` for what the service did on its own. */
  readonly actor: string;
  readonly action: AuditAction;
  readonly subjectId: Id;
  readonly address: string | undefined;
  readonly agent: string | undefined;
  readonly details: JsonObject;
  readonly occurredAt: Date;
}

/** The writing side, inside a unit of work: an entry is kept exactly when the change it tells of is. */
export interface AuditLog {
  add(entry: AuditEntry): Promise<void>;
  /** As many as there are, and none at all, in one go: whoever ends everything of somebody may end very much. */
  addAll(entries: readonly AuditEntry[]): Promise<void>;
}

/** Which entries a list is about. What is absent does not restrict. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly subjectId?: Id | undefined;
}

/** The reading side. Newest first; the cursor is an entry's id. */
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
