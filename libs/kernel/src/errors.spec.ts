import { describe, expect, it } from '@jest/globals';
import { DomainError, invalidRequest } from './errors.js';

describe('DomainError', () => {
  it('is an Error with a code and a message', () => {
    const error = new DomainError('conflict', 'Already settled');
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'DomainError', code: 'conflict', message: 'Already settled' });
    expect(invalidRequest('name is required')).toMatchObject({
      code: 'invalid_request',
      message: 'name is required',
    });
  });
});
