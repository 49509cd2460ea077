import type { EndReason, Session, SessionRepository } from '@florin/identity';
import { type AccountId, idFromUuid, type SessionId, type UserId, uuidFromId } from '@florin/kernel';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { batchesOf, ROW_LOCK } from '../postgres/find-options.js';
import { sessionOf, type SessionRow, sessionRowOf, SessionEntity } from './session.entity.js';
import { UserEntity } from './user.entity.js';

export class TypeOrmSessionRepository implements SessionRepository {
  constructor(private readonly manager: EntityManager) {}

  async lock(id: SessionId): Promise<Session | undefined> {
    const row = await this.manager.findOne(SessionEntity, { where: { id: uuidFromId(id) }, lock: ROW_LOCK });
    return row === null ? undefined : sessionOf(row);
  }

  async add(session: Session): Promise<void> {
    await this.manager.insert(SessionEntity, sessionRowOf(session));
  }

  async save(session: Session): Promise<void> {
    const { id, ...columns } = sessionRowOf(session);
    await this.manager.update(SessionEntity, { id }, columns);
  }

  endOfUser(userId: UserId, keep: SessionId | undefined, reason: EndReason, now: Date): Promise<SessionId[]> {
    const active = this.active().andWhere('session.userId = :userId', { userId: uuidFromId(userId) });
    if (keep !== undefined) active.andWhere('session.id <> :keep', { keep: uuidFromId(keep) });
    return this.endAll(active, reason, now);
  }

  endOfAccount(accountId: AccountId, reason: EndReason, now: Date): Promise<SessionId[]> {
    const active = this.active()
      .innerJoin(UserEntity.options.name, 'user', 'user.id = session.userId')
      .andWhere('user.accountId = :accountId', { accountId: uuidFromId(accountId) });
    return this.endAll(active, reason, now);
  }

  private active(): SelectQueryBuilder<SessionRow> {
    return this.manager
      .createQueryBuilder(SessionEntity, 'session')
      .where('session.status = :active', { active: 'active' });
  }

  /**
   * Takes the rows in id order first, so that two that end sessions at once wait for each other in one direction. A user
   * may have any number of them, so their ids are one parameter: a statement has no more than 65,535.
   */
  private async endAll(
    active: SelectQueryBuilder<SessionRow>,
    reason: EndReason,
    now: Date,
  ): Promise<SessionId[]> {
    const rows = await active
      .select('session.id', 'id')
      .orderBy('session.id')
      .setLock(ROW_LOCK.mode, undefined, ['session'])
      .getRawMany<{ id: string }>();
    const ids = rows.map(({ id }) => idFromUuid('sess', id));
    for (const batch of batchesOf(ids))
      await this.manager.query(END_ALL, [batch.map(uuidFromId), reason, now]);
    return ids;
  }
}

const END_ALL = `
  UPDATE sessions SET status = 'ended', end_reason = $2, ended_at = greatest(rotated_at, $3)
  WHERE id = ANY ($1::uuid[])`;
