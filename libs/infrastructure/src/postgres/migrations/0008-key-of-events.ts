import type { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * A foreign key looks its row up once for each row that refers to it: for the events of a batch on one account, hundreds
 * of times the same book, which was a sixth of what the batch cost the server. This key asks once for each book of a
 * statement. Otherwise it does what the foreign key did: the book must be there and is locked as a foreign key locks it,
 * and none that is referred to can go. It keeps the name, and refuses with the same code. Only that an event may not go to
 * another account's book, where there is one, is new: nothing ever moves one.
 */
const VIOLATION = `ERRCODE = 'foreign_key_violation', TABLE = 'events', CONSTRAINT = 'events_book_fkey'`;

/** The path is that of now, as a foreign key means the tables of now, whatever the path of the one who writes. */
const triggerFunction = (name: string, body: string): string =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ ${body} $$`;

const REQUIRE_BOOKS = triggerFunction(
  'require_books_of_events',
  `BEGIN
     IF EXISTS (
       SELECT FROM (SELECT DISTINCT account_id FROM added ORDER BY account_id) AS needed
       WHERE NOT EXISTS (SELECT FROM books WHERE account_id = needed.account_id FOR KEY SHARE)
     ) THEN
       RAISE EXCEPTION 'An event needs the book of its account.' USING ${VIOLATION};
     END IF;
     RETURN NULL;
   END`,
);

const REFUSE_OTHER_BOOK = triggerFunction(
  'refuse_other_book_of_event',
  `BEGIN RAISE EXCEPTION 'An event stays with its account.' USING ${VIOLATION}; END`,
);

const REQUIRE_NO_EVENTS = triggerFunction(
  'require_no_events_of_book',
  `BEGIN
     IF EXISTS (SELECT FROM events WHERE account_id = OLD.account_id) THEN
       RAISE EXCEPTION 'The events of this account need its book.' USING ${VIOLATION};
     END IF;
     RETURN NULL;
   END`,
);

const TRIGGERS = [
  `CREATE TRIGGER events_have_books AFTER INSERT ON events REFERENCING NEW TABLE AS added
     FOR EACH STATEMENT EXECUTE FUNCTION require_books_of_events()`,
  `CREATE TRIGGER events_stay AFTER UPDATE OF account_id ON events
     FOR EACH ROW WHEN (OLD.account_id <> NEW.account_id) EXECUTE FUNCTION refuse_other_book_of_event()`,
  `CREATE TRIGGER books_keep_events AFTER DELETE OR UPDATE OF account_id ON books
     FOR EACH ROW EXECUTE FUNCTION require_no_events_of_book()`,
];

const BACK = [
  // With the functions go the triggers that call them.
  `DROP FUNCTION require_books_of_events(), refuse_other_book_of_event(), require_no_events_of_book() CASCADE`,
  `ALTER TABLE events ADD CONSTRAINT events_book_fkey FOREIGN KEY (account_id) REFERENCES books (account_id)`,
];

export class KeyOfEvents0000000000008 implements MigrationInterface {
  readonly name = 'KeyOfEvents0000000000008';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE events DROP CONSTRAINT events_book_fkey`);
    for (const statement of [REQUIRE_BOOKS, REFUSE_OTHER_BOOK, REQUIRE_NO_EVENTS, ...TRIGGERS])
      await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of BACK) await queryRunner.query(statement);
  }
}
