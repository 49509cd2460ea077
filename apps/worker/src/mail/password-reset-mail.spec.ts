import type { Email } from '@florin/kernel';
import { describe, expect, it } from '@jest/globals';
import { passwordResetMail } from './password-reset-mail.js';

describe('the mail to reset a password', () => {
  const mailOf = (token: string | undefined) => {
    const reset = { email: 'ada@example.com' as Email, lifetimeMinutes: 30, language: 'de' };
    const find = () => Promise.resolve(token === undefined ? undefined : { ...reset, token });
    return passwordResetMail({ find }, 'Example Pay', 'https://pay.example')({} as never);
  };

  it('has the link and how long it works', async () => {
    const message = await mailOf('a_b-c');
    expect(message).toMatchObject({
      to: 'ada@example.com',
      subject: 'Passwort zurücksetzen',
      language: 'de',
    });
    expect(message?.text).toContain('https://pay.example/reset/a_b-c\n');
    expect(message?.text).toContain('30 Minuten');
  });

  it('is skipped when the link no longer works', async () => {
    expect(await mailOf(undefined)).toBeUndefined();
  });
});
