import { expect, it } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '@florin/kernel';
import {
  DISABLE_AFTER_MS,
  MAX_ENDPOINTS,
  MAX_JITTER,
  MAX_REPLAYED_EVENTS,
  MAX_URL_LENGTH,
  RETRY_DELAYS_MS,
  ROTATION_MS,
} from '@florin/webhooks';
import { PAGES } from './pages.js';

const page = PAGES.find(({ path }) => path === 'docs/concepts/webhooks.md')?.text ?? '';

function duration(milliseconds: number): string {
  if (milliseconds < MINUTE_MS) return `${milliseconds / 1000} seconds`;
  return milliseconds < HOUR_MS ? `${milliseconds / MINUTE_MS} minutes` : `${milliseconds / HOUR_MS} hours`;
}

it('docs/concepts/webhooks.md has the schedule of retries', () => {
  const rows = [...page.matchAll(/^\| (\d+) +\| (.+?) +\|$/gm)].map(([, attempt, delay]) => [attempt, delay]);
  const schedule = [...RETRY_DELAYS_MS.map(duration), 'none: `failed`'];
  expect(rows).toEqual(schedule.map((delay, index) => [String(index + 1), delay]));
});

it.each([
  `${MAX_ENDPOINTS} at most`,
  `up to ${100 * MAX_JITTER} % longer`,
  `For ${ROTATION_MS / HOUR_MS} hours each request has two signatures`,
  `if all attempts have failed for ${DISABLE_AFTER_MS / (24 * HOUR_MS) === 5 ? 'five' : '?'} days`,
  `up to ${MAX_REPLAYED_EVENTS.toLocaleString('en-US')} at a time`,
  `A URL has ${MAX_URL_LENGTH.toLocaleString('en-US')} characters at most`,
])('docs/concepts/webhooks.md says: %s', (limit) => {
  expect(page).toContain(limit);
});
