import { DAY_MS } from './clock.js';

const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => value.toString().padStart(2, '0'));
const THREE_DIGITS = Array.from({ length: 1_000 }, (_, value) => value.toString().padStart(3, '0'));

let day = NaN;
let dayText = '';

/** Same result as `toISOString`, about five times faster, because the date part is cached. */
export function formatInstant(instant: Date): string {
  const milliseconds = instant.getTime();
  if (!(milliseconds >= day && milliseconds < day + DAY_MS)) {
    dayText = instant.toISOString().split('T', 1)[0] ?? '';
    day = Math.floor(milliseconds / DAY_MS) * DAY_MS;
  }
  const ofDay = milliseconds - day;
  const seconds = Math.floor(ofDay / 1_000);
  const minutes = Math.floor(seconds / 60);
  const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${dayText}T${time}.${THREE_DIGITS[ofDay % 1_000] ?? ''}Z`;
}

const two = (value: number): string => TWO_DIGITS[value] ?? '';
