import { SqlMigration } from './sql-migration.js';

const LOGOS = `
  CREATE TABLE account_logos (
    account_id uuid  NOT NULL,
    version    text  NOT NULL,
    type       text  NOT NULL,
    content    bytea NOT NULL,
    CONSTRAINT account_logos_pkey PRIMARY KEY (account_id),
    CONSTRAINT account_logos_account_fkey FOREIGN KEY (account_id) REFERENCES accounts (id),
    CONSTRAINT account_logos_type_check CHECK (type IN ('image/png', 'image/jpeg')),
    CONSTRAINT account_logos_content_check CHECK (octet_length(content) BETWEEN 1 AND 65536)
  )
`;

/**
 * What a payment request sells and where its page leads, and the branding of the page. Existing rows have the defaults; a
 * check of them would read the whole table under a lock.
 */
export class Checkout0000000000023 extends SqlMigration {
  readonly apply = [
    `ALTER TABLE payment_requests ADD COLUMN description text, ADD COLUMN line_items json NOT NULL DEFAULT '[]',
       ADD COLUMN success_url text, ADD COLUMN cancel_url text, ADD COLUMN send_email boolean NOT NULL DEFAULT false,
       ADD CONSTRAINT payment_requests_checkout_check CHECK (
         char_length(description) BETWEEN 1 AND 500 AND json_array_length(line_items) <= 50
         AND success_url ~* '^https?://' AND cancel_url ~* '^https?://') NOT VALID`,
    `ALTER TABLE accounts ADD COLUMN brand_color text, ADD COLUMN brand_logo text, ADD COLUMN support_email text,
       ADD COLUMN website text,
       ADD CONSTRAINT accounts_branding_check CHECK (
         brand_color ~ '^#[0-9a-f]{6}$' AND website ~* '^https?://') NOT VALID`,
    LOGOS,
  ];
  readonly revert = [
    `DROP TABLE account_logos`,
    `ALTER TABLE accounts DROP COLUMN brand_color, DROP COLUMN brand_logo, DROP COLUMN support_email, DROP COLUMN website`,
    `ALTER TABLE payment_requests DROP COLUMN description, DROP COLUMN line_items, DROP COLUMN success_url,
       DROP COLUMN cancel_url, DROP COLUMN send_email`,
  ];
}
