import { SqlMigration } from './sql-migration.js';

// A foreign key looks up the balance once per event, a sixth of the cost of a batch; these triggers, once per balance and
// statement. They lock as a foreign key does, and fail with its SQLSTATE and name.
const VIOLATION = `ERRCODE = 'foreign_key_violation', TABLE = 'events', CONSTRAINT = 'events_book_fkey'`;

/** Fixes the search_path, so that the tables do not depend on the session, as with a foreign key. */
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
  `DROP FUNCTION require_books_of_events(), refuse_other_book_of_event(), require_no_events_of_book() CASCADE`,
  `ALTER TABLE events ADD CONSTRAINT events_book_fkey FOREIGN KEY (account_id) REFERENCES books (account_id)`,
];

export class KeyOfEvents0000000000008 extends SqlMigration {
  readonly apply = [
    `ALTER TABLE events DROP CONSTRAINT events_book_fkey`,
    REQUIRE_BOOKS,
    REFUSE_OTHER_BOOK,
    REQUIRE_NO_EVENTS,
    ...TRIGGERS,
  ];
  readonly revert = BACK;
}
