import { expect, it } from '@jest/globals';
import { EVENT_TYPES } from '@florin/infrastructure';
import { requireEventType } from './account-events.js';

it('the types of events on the command line are those of the API', () => {
  for (const type of [...EVENT_TYPES, 'refund.failed', 'webhook_endpoint.disabled'])
    expect(requireEventType(type)).toBe(type);
  expect(() => requireEventType('refund.paid')).toThrow(
    'unknown event type refund.paid; use one of account.',
  );
});
