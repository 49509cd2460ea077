import type { IdentityStores, IdentityUnitOfWork } from '@florin/identity';
import { DomainError } from '@florin/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { MailOutbox } from '../mail/mail-outbox.js';
import type { ConstraintRefusals } from '../postgres/errors.js';
import { TypeOrmUnitOfWork } from '../postgres/unit-of-work.js';
import { PasswordResetOutbox } from './password-reset-outbox.js';
import { TypeOrmApiKeyRepository } from './typeorm-api-key.repository.js';
import { TypeOrmAuditLog } from './typeorm-audit.js';
import { TypeOrmPasswordResetRepository } from './typeorm-password-reset.repository.js';
import { TypeOrmSessionRepository } from './typeorm-session.repository.js';
import { TypeOrmUserRepository } from './typeorm-user.repository.js';

export const identityStores = (manager: EntityManager): IdentityStores => ({
  users: new TypeOrmUserRepository(manager),
  sessions: new TypeOrmSessionRepository(manager),
  apiKeys: new TypeOrmApiKeyRepository(manager),
  audit: new TypeOrmAuditLog(manager),
  passwordResets: new TypeOrmPasswordResetRepository(manager),
  passwordResetMails: new PasswordResetOutbox(new MailOutbox(manager)),
});

export const IDENTITY_REFUSALS: ConstraintRefusals = {
  users_email_key: () => new DomainError('email_exists', 'A user with this email exists.'),
  users_username_key: () => new DomainError('conflict', 'This username is taken.'),
};

export const identityUnitOfWork = (dataSource: DataSource): IdentityUnitOfWork =>
  new TypeOrmUnitOfWork(dataSource, identityStores, IDENTITY_REFUSALS);
