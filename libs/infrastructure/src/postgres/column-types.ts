import pg from 'pg';
import { parseJsonText } from '../system/json-text.js';

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

const ZERO = 48;
const WITHOUT_FRACTION = '2026-01-31 09:30:00+00'.length;
const WITH_MILLISECONDS = '2026-01-31 09:30:00.123+00'.length;

/**
 * The instant that PostgreSQL spelled, if it is one of the two spellings that nearly every column has in a session of
 * UTC; undefined for any other, which is for a full reader. Every row has several of these, and a pattern that takes
 * all of PostgreSQL's spellings apart costs ten times as much.
 */
export function plainInstant(text: string): Date | undefined {
  const hasFraction = text.length === WITH_MILLISECONDS && text[19] === '.';
  if (text.length !== WITHOUT_FRACTION && !hasFraction) return undefined;
  if (text[4] !== '-' || text[10] !== ' ' || !text.endsWith('+00')) return undefined;
  const year = pair(text, 0) * 100 + pair(text, 2);
  // Date takes smaller years for those of the last century.
  if (year < 100) return undefined;
  const milliseconds = hasFraction ? pair(text, 20) * 10 + digit(text, 22) : 0;
  const clock = [pair(text, 11), pair(text, 14), pair(text, 17)] as const;
  return new Date(Date.UTC(year, pair(text, 5) - 1, pair(text, 8), ...clock, milliseconds));
}

const digit = (text: string, at: number): number => text.charCodeAt(at) - ZERO;
const pair = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1);
