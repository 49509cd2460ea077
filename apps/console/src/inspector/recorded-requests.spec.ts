import { describe, expect, it } from '@jest/globals';
import { withoutPasswords } from './recorded-requests.js';

describe('a recorded body', () => {
  it('has no passwords', () => {
    const body = {
      email: 'ada@example.com',
      password: 'a "quoted\\" one',
      current_password: '"',
      name: 'Ada',
    };
    expect(JSON.parse(withoutPasswords(JSON.stringify(body)))).toEqual({
      ...body,
      password: '…',
      current_password: '…',
    });
  });

  it('is otherwise unchanged', () => {
    const body = JSON.stringify({ amount: 100, reference: 'password' });
    expect(withoutPasswords(body)).toBe(body);
  });
});
