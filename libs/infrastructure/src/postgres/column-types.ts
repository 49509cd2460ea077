import pg from 'pg';
import { parseJsonText } from '../system/json-text.js';

const { JSON: JSON_TYPE, JSONB } = pg.types.builtins;

/** pg's own parsers, except for JSON: metadata keys must come back as they were sent (see `parseJsonText`). */
export const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    format !== 'binary' && (type === JSON_TYPE || type === JSONB)
      ? parseJsonText
      : (pg.types.getTypeParser(type, format) as never),
};
