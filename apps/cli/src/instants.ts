import { DAY_MS, later } from '@florin/kernel';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,3})?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

export interface Span {
  readonly from: Date;
  /** The first instant that is no longer part of it. */
  readonly until: Date;
}

/** A date means that whole day in UTC, an instant means itself. Undefined for what is neither. */
export function parseSpan(text: string): Span | undefined {
  if (DATE.test(text)) {
    const from = existing(`${text}T00:00:00`);
    return from && { from, until: later(from, DAY_MS) };
  }
  const [, wall = '', fraction = '', zone = ''] = INSTANT.exec(text) ?? [];
  if (existing(wall) === undefined) return undefined;
  const from = new Date(`${wall}${fraction}${zone}`);
  return { from, until: later(from, 1) };
}

/** `new Date` turns the 30th of February into March; what does not come back as it went in does not exist. */
function existing(wall: string): Date | undefined {
  const instant = new Date(`${wall}Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(wall) ? instant : undefined;
}
