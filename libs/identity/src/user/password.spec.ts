import { describe, expect, it } from '@jest/globals';
import { COMMON_PASSWORDS } from './common-passwords.js';
import { checkPassword } from './password.js';

describe('password policy', () => {
  it.each([
    'correct horse',
    '8 chars!',
    'ä'.repeat(8),
    '🪙'.repeat(8),
    '🪙'.repeat(128),
    'x y'.repeat(40),
    'tab\tand more',
  ])('accepts %j', (password) => {
    expect(() => {
      checkPassword(password);
    }).not.toThrow();
  });

  it.each([
    '',
    'seven77',
    '🪙'.repeat(7),
    'x'.repeat(129),
    '🪙'.repeat(129),
    'x'.repeat(100_000),
    'half \ud83e a pair',
  ])('refuses %j', (password) => {
    expect(() => {
      checkPassword(password);
    }).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  it.each([
    'password',
    'Password1',
    'QWERTYUIOP',
    '12345678',
    'iloveyou',
    'Summer2025',
    'letmein123',
    '11111111',
  ])('refuses the common password %s', (password) => {
    expect(() => {
      checkPassword(password);
    }).toThrow('too common');
  });

  it.each([
    ['the email', 'Ada@Example.com'],
    ['the username', 'ADA-LOVELACE'],
    ['the name', ' ada lovelace '],
    ['the name in decomposed Unicode', 'Zoe\u0308 Lovelace'],
  ])('refuses %s of the user', (_, password) => {
    const ownNames = [
      'ada@example.com',
      'ada-lovelace',
      'Ada Lovelace',
      'Zo\u00eb Lovelace',
      undefined,
      null,
    ];
    expect(() => {
      checkPassword(password, ownNames);
    }).toThrow('must not be the name, username or email');
    expect(() => {
      checkPassword(`${password.trim()}!`, ownNames);
    }).not.toThrow();
  });

  it('does not repeat the password in the error message', () => {
    for (const password of ['canary7', 'canary'.repeat(40), 'password123']) {
      expect(() => {
        checkPassword(password);
      }).toThrow(expect.objectContaining({ message: expect.not.stringContaining(password) }));
    }
  });

  it('has a list of common passwords in lower case that are long enough', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(3000);
    const passwords = [...COMMON_PASSWORDS];
    expect(passwords.filter((password) => password !== password.toLowerCase())).toEqual([]);
    expect(passwords.filter((password) => Array.from(password).length < 8)).toEqual([]);
  });
});
