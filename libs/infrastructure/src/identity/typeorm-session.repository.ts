import type { EndReason, Session, SessionRepository } from '@florin/identity';
import { type AccountId, idFromUuid, type SessionId, type UserId, uuidFromId } from '@florin/kernel';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { insertItem, updateItem } from '../postgres/entity-mapping.js';
import { batchesOf, ROW_LOCK } from '../postgres/find-options.js';
import { SessionEntity } from './session.entity.js';
import { UserEntity } from './user.entity.js';

export class TypeOrmSessionRepository implements SessionRepository {
  constructor(private readonly manager: EntityManager) {}

  async lock(id: SessionId): Promise<Session | undefined> {
    return (await this.manager.findOne(SessionEntity, { where: { id }, lock: ROW_LOCK })) ?? undefined;
  }

  add(session: Session): Promise<void> {
    return insertItem(this.manager, SessionEntity, session);
  }

  save(session: Session): Promise<void> {
    return updateItem(this.manager, SessionEntity, session);
  }

  endByUser(userId: UserId, keep: SessionId | undefined, reason: EndReason, now: Date): Promise<SessionId[]> {
    const active = this.active().andWhere('session.userId = :userId', { userId: uuidFromId(userId) });
    if (keep !== undefined) active.andWhere('session.id <> :keep', { keep: uuidFromId(keep) });
    return this.endAll(active, reason, now);
  }

  endByAccount(accountId: AccountId, reason: EndReason, now: Date): Promise<SessionId[]> {
    const active = this.active()
      .innerJoin(UserEntity.options.name, 'user', 'user.id = session.userId')
      .andWhere('user.accountId = :accountId', { accountId: uuidFromId(accountId) });
    return this.endAll(active, reason, now);
  }

  private active(): SelectQueryBuilder<Session> {
    return this.manager.createQueryBuilder(SessionEntity, 'session').where(`session.status = 'active'`);
  }

  /** Locks the rows in id order, against deadlocks. */
  private async endAll(
    active: SelectQueryBuilder<Session>,
    reason: EndReason,
    now: Date,
  ): Promise<SessionId[]> {
    const rows = await active
      .select('session.id', 'id')
      .orderBy('session.id')
      .setLock(ROW_LOCK.mode, undefined, ['session'])
      .getRawMany<{ id: string }>();
    for (const batch of batchesOf(rows.map(({ id }) => id)))
      await this.manager.query(END_ALL, [batch, reason, now]);
    return rows.map(({ id }) => idFromUuid('sess', id));
  }
}

const END_ALL = `
  UPDATE sessions SET status = 'ended', end_reason = $2, ended_at = greatest(rotated_at, $3)
  WHERE id = ANY ($1::uuid[])`;
