import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { parseDto } from '../common/validation/parse-dto.js';
import { LogInDto, RefreshDto } from './auth.dto.js';

const login = (password: unknown): unknown => parseDto(LogInDto, { email: 'ada', password });

describe('a secret that is sent', () => {
  it('is taken as it is', () => {
    expect(login(' x\n')).toMatchObject({ password: ' x\n' });
  });

  it('must not be empty, and says so', () => {
    expect(() => login('')).toThrow(/^password must not be empty\.$/);
    expect(() => parseDto(RefreshDto, { refresh_token: '' })).toThrow(/^refresh_token must not be empty\.$/);
  });

  it.each([7, null, ['x'], {}])('is text, which %j is not', (value) => {
    expect(() => login(value)).toThrow(/^password must be text\.$/);
  });
});
