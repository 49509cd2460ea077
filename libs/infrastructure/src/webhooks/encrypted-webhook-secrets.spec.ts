import { describe, expect, it } from '@jest/globals';
import type { EncryptedSecret } from '@florin/webhooks';
import { deriveKey } from '../security/derived-keys.js';
import { EncryptedWebhookSecrets } from './encrypted-webhook-secrets.js';

const secrets = new EncryptedWebhookSecrets(deriveKey('a secret of the tests only', 'webhook secret'));

describe('webhook secrets', () => {
  it('are 32 random bytes, stored encrypted', () => {
    const [stored, other] = [secrets.create(), secrets.create()];
    const revealed = secrets.reveal(stored)!;
    expect(revealed).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
    expect(secrets.reveal(stored)).toBe(revealed);
    expect(secrets.reveal(other)).not.toBe(revealed);
    const bytes = Buffer.from(revealed.slice('whsec_'.length), 'base64');
    expect(Buffer.from(stored, 'base64').includes(bytes)).toBe(false);
  });

  it('are not revealed with another key', () => {
    const others = new EncryptedWebhookSecrets(deriveKey('another secret of the tests', 'webhook secret'));
    expect(others.reveal(secrets.create())).toBeUndefined();
  });

  it('are not revealed if any byte was changed or is missing', () => {
    const stored = Buffer.from(secrets.create(), 'base64');
    for (let index = 0; index < stored.length; index++) {
      const changed = Buffer.from(stored);
      changed[index]! ^= 1;
      expect(secrets.reveal(changed.toString('base64') as EncryptedSecret)).toBeUndefined();
      const shorter = stored.subarray(0, index).toString('base64');
      expect(secrets.reveal(shorter as EncryptedSecret)).toBeUndefined();
    }
  });
});
