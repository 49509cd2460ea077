import { describe, expect, it } from '@jest/globals';
import { SECOND_MS } from '@florin/kernel';
import { Webhook } from 'standardwebhooks';
import { signMessage } from './sign-message.js';

const [CURRENT, PREVIOUS, OTHER] = ['current', 'previous', 'another'].map(
  (text) => `whsec_${Buffer.from(text.padEnd(32, '.')).toString('base64')}`,
) as [string, string, string];
const ID = 'evt_01m7qtgdv9ed18ab6pqvzqwdyb';
const BODY = JSON.stringify({ id: ID, type: 'account.updated', data: { name: 'Zoë "€" \u{1f600}' } });
const seconds = () => Math.floor(Date.now() / SECOND_MS);

const headersOf = (signature: string, timestamp = seconds()) => ({
  'webhook-id': ID,
  'webhook-timestamp': `${timestamp}`,
  'webhook-signature': signature,
});

describe('a signed message', () => {
  it('has the signature that Standard Webhooks defines', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(signMessage(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('is accepted by a receiver', () => {
    const headers = headersOf(signMessage(CURRENT, ID, seconds(), BODY));
    expect(new Webhook(CURRENT).verify(BODY, headers)).toEqual(JSON.parse(BODY));
  });

  it('is refused with a changed body, id or timestamp, or another secret', () => {
    const timestamp = seconds();
    const headers = headersOf(signMessage(CURRENT, ID, timestamp, BODY), timestamp);
    const receiver = new Webhook(CURRENT);
    const refused = 'No matching signature found';
    expect(() => receiver.verify(BODY.replace('Zoë', 'Zoe'), headers)).toThrow(refused);
    expect(() => receiver.verify(BODY, { ...headers, 'webhook-id': 'evt_other' })).toThrow(refused);
    const later = { ...headers, 'webhook-timestamp': `${timestamp + 1}` };
    expect(() => receiver.verify(BODY, later)).toThrow(refused);
    expect(() => new Webhook(OTHER).verify(BODY, headers)).toThrow(refused);
  });

  it('is refused when its timestamp is old', () => {
    const timestamp = seconds() - 6 * 60;
    const headers = headersOf(signMessage(CURRENT, ID, timestamp, BODY), timestamp);
    expect(() => new Webhook(CURRENT).verify(BODY, headers)).toThrow('Message timestamp too old');
  });

  it('with two signatures is accepted by receivers with either secret', () => {
    const timestamp = seconds();
    const signatures = [CURRENT, PREVIOUS].map((secret) => signMessage(secret, ID, timestamp, BODY));
    const headers = headersOf(signatures.join(' '), timestamp);
    for (const secret of [CURRENT, PREVIOUS])
      expect(new Webhook(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
    expect(() => new Webhook(OTHER).verify(BODY, headers)).toThrow('No matching signature found');
  });
});
