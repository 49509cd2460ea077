import pg from 'pg';
import { parseJsonText } from '../system/json-text.js';
import { plainInstant } from './instant-column.js';

const { JSON: JSON_TEXT, JSONB, TIMESTAMPTZ } = pg.types.builtins;

const readAnyInstant = pg.types.getTypeParser(TIMESTAMPTZ) as (text: string) => unknown;

const OWN_READERS: Readonly<Record<number, (text: string) => unknown>> = {
  // Callers' keys must come back as they were sent.
  [JSON_TEXT]: parseJsonText,
  [JSONB]: parseJsonText,
  [TIMESTAMPTZ]: (text) => plainInstant(text) ?? readAnyInstant(text),
};

/** pg's own ways of reading columns, but for those in which we are more exact or quicker. */
export const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => {
    const own = format === 'binary' ? undefined : OWN_READERS[type];
    return own ?? (pg.types.getTypeParser(type, format) as never);
  },
};
