import { SqlMigration } from './sql-migration.js';

// A row without a user is of a request that named none: every request writes a row, so that its duration reveals nothing.
const PASSWORD_RESETS = `
  CREATE TABLE password_resets (
    id         uuid           NOT NULL,
    user_id    uuid,
    status     text           NOT NULL,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    used_at    timestamptz(3),
    CONSTRAINT password_resets_pkey PRIMARY KEY (id),
    CONSTRAINT password_resets_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT password_resets_status_check CHECK (status IN ('requested', 'used', 'superseded')),
    CONSTRAINT password_resets_user_check CHECK (user_id IS NOT NULL OR status = 'requested'),
    CONSTRAINT password_resets_used_check CHECK ((status = 'used') = (used_at IS NOT NULL)),
    CONSTRAINT password_resets_expiry_check CHECK (expires_at > created_at)
  )
`;

const INDEXES = [
  `CREATE INDEX password_resets_user_idx ON password_resets (user_id) WHERE user_id IS NOT NULL`,
  `CREATE INDEX password_resets_expires_at_idx ON password_resets (expires_at)`,
];

/** Requests to set a new password with a link. The tokens of the links are derived from the ids, and not stored. */
export class PasswordResets0000000000025 extends SqlMigration {
  readonly apply = [PASSWORD_RESETS, ...INDEXES];
  readonly revert = [`DROP TABLE password_resets`];
}
