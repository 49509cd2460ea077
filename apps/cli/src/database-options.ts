import type { Option } from './command.js';

/** What every command that needs the database understands. */
export const DATABASE_OPTIONS: Readonly<Record<string, Option>> = {
  'database-url': {
    type: 'string',
    value: 'url',
    words: 'The PostgreSQL server to use. Otherwise DATABASE_URL, otherwise the embedded one.',
  },
  'data-dir': {
    type: 'string',
    value: 'folder',
    words: 'Where the embedded database lives. Otherwise DATA_DIR, otherwise .data.',
  },
};
