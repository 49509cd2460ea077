import pg from 'pg';
import { parseJsonText } from '../system/json-text.js';

const { JSON: JSON_TEXT, JSONB } = pg.types.builtins;

/** pg's own ways of reading columns, but for JSON: callers' keys must come back as they were sent. */
export const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => {
    const isJson = type === JSON_TEXT || type === JSONB;
    return isJson && format !== 'binary' ? parseJsonText : (pg.types.getTypeParser(type, format) as never);
  },
};
