import { type Id, idFromUuid, type Prefix } from '@florin/kernel';

// The first 48 bits of a UUIDv7 are its instant in milliseconds.
const INSTANT_DIGITS = 12;

/** The lowest id of all that could be drawn at the instant or later. A span of time is a range between two of these. */
export function firstIdAt<P extends Prefix>(prefix: P, instant: Date): Id<P> {
  const milliseconds = Math.max(0, Math.min(instant.getTime(), 2 ** 48 - 1));
  const digits = milliseconds.toString(16).padStart(INSTANT_DIGITS, '0');
  return idFromUuid(prefix, `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`);
}
