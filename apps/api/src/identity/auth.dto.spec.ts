import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { RequestValidationPipe } from '../common/validation/request-validation.pipe.js';
import { LogInDto, RefreshDto } from './auth.dto.js';

const pipe = new RequestValidationPipe();
const login = (password: unknown): Promise<unknown> =>
  pipe.transform({ email: 'ada', password }, { type: 'body', metatype: LogInDto });

describe('a secret in a request', () => {
  it('is not changed', async () => {
    expect(await login(' x\n')).toMatchObject({ password: ' x\n' });
  });

  it('must not be empty', async () => {
    await expect(login('')).rejects.toThrow(/^password must not be empty\.$/);
    await expect(
      pipe.transform({ refresh_token: '' }, { type: 'body', metatype: RefreshDto }),
    ).rejects.toThrow(/^refresh_token must not be empty\.$/);
  });

  it.each([7, null, ['x'], {}])('must be a string, not %j', async (value) => {
    await expect(login(value)).rejects.toThrow(/^password must be a string\.$/);
  });
});
