import type { MigrationInterface, QueryRunner } from 'typeorm';

// A foreign key looks its row up once for each row that refers to it, which was a sixth of what a batch of transactions
// cost the server. This asks once for all events of a statement and is otherwise what the foreign key was: what is
// referred to must be there and is locked as a foreign key locks it, so that nobody who holds the book is passed.
const EVENTS_HAVE_BOOKS = [
  `CREATE FUNCTION require_books_of_events() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
     DECLARE
       locked bigint;
     BEGIN
       PERFORM FROM books WHERE account_id IN (SELECT account_id FROM written) ORDER BY account_id FOR KEY SHARE;
       GET DIAGNOSTICS locked = ROW_COUNT;
       IF locked <> (SELECT count(DISTINCT account_id) FROM written) THEN
         RAISE EXCEPTION 'An event needs the book of its account.'
           USING ERRCODE = 'foreign_key_violation', TABLE = 'events', CONSTRAINT = 'events_book_fkey';
       END IF;
       RETURN NULL;
     END
   $$`,
  `CREATE TRIGGER events_have_books AFTER INSERT ON events REFERENCING NEW TABLE AS written
     FOR EACH STATEMENT EXECUTE FUNCTION require_books_of_events()`,
  `CREATE TRIGGER events_keep_books AFTER UPDATE ON events REFERENCING NEW TABLE AS written
     FOR EACH STATEMENT EXECUTE FUNCTION require_books_of_events()`,
];

// The other half of a foreign key. Neither is ever tried by the service, so this may ask row by row.
const BOOKS_KEEP_EVENTS = [
  `CREATE FUNCTION refuse_books_without_events() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
     BEGIN
       IF EXISTS (SELECT FROM events WHERE account_id = OLD.account_id) THEN
         RAISE EXCEPTION 'The events of this book''s account need it.'
           USING ERRCODE = 'foreign_key_violation', TABLE = 'events', CONSTRAINT = 'events_book_fkey';
       END IF;
       RETURN NULL;
     END
   $$`,
  `CREATE TRIGGER books_keep_events AFTER DELETE OR UPDATE OF account_id ON books
     FOR EACH ROW EXECUTE FUNCTION refuse_books_without_events()`,
];

const BACK = [
  `DROP TRIGGER books_keep_events ON books`,
  `DROP TRIGGER events_keep_books ON events`,
  `DROP TRIGGER events_have_books ON events`,
  `DROP FUNCTION refuse_books_without_events(), require_books_of_events()`,
  `ALTER TABLE events ADD CONSTRAINT events_book_fkey FOREIGN KEY (account_id) REFERENCES books (account_id)`,
];

export class BooksOfEvents0000000000008 implements MigrationInterface {
  readonly name = 'BooksOfEvents0000000000008';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE events DROP CONSTRAINT events_book_fkey`);
    for (const statement of [...EVENTS_HAVE_BOOKS, ...BOOKS_KEEP_EVENTS]) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of BACK) await queryRunner.query(statement);
  }
}
