import { afterEach, describe, expect, it, jest } from '@jest/globals';

Object.assign(globalThis, { document: { baseURI: 'https://api.example.com/console/' } });
const { refreshSession, signIn } = await import('./session-requests.js');

const SESSION = { access_token: 'token', expires_in: 3600, user: { id: 'user_1' } };

type Answer = (request: RequestInit) => Promise<Response>;

/** Answers each request with the next of these, and the last one again. */
function answers(...all: readonly Answer[]): () => number {
  const fetch = jest.spyOn(globalThis, 'fetch').mockImplementation((_, request = {}) => {
    const answer = all[Math.min(fetch.mock.calls.length, all.length) - 1];
    return answer!(request);
  });
  return () => fetch.mock.calls.length;
}

const json = (status: number, body: object) => () => Promise.resolve(Response.json(body, { status }));
const connectionLost: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
const noAnswer: Answer = ({ signal }) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a refresh', () => {
  it.each([
    ['a lost connection', connectionLost],
    ['a connection without an answer', noAnswer],
    ['an incomplete answer', () => Promise.resolve(new Response('{"access_'))],
    ['a gateway that does not know the outcome', json(502, {})],
  ])('is repeated after %s, while the service still answers the used token', async (_, lost) => {
    const count = answers(lost, json(200, SESSION));
    expect(await refreshSession()).toEqual(SESSION);
    expect(count()).toBe(2);
  });

  it('is repeated once', async () => {
    const count = answers(connectionLost);
    await expect(refreshSession()).rejects.toMatchObject({ code: 'network_error', status: 0 });
    expect(count()).toBe(2);
  });

  it('is not repeated after a refusal', async () => {
    const refusal = { error: 'invalid_grant', message: 'There is no session. Log in.' };
    const count = answers(json(401, refusal));
    await expect(refreshSession()).rejects.toMatchObject({ code: 'invalid_grant', status: 401 });
    expect(count()).toBe(1);
  });
});

describe('a login', () => {
  it('is not repeated: a second attempt would count as another guess', async () => {
    const count = answers(connectionLost);
    await expect(signIn({ email: 'ada@example.com', password: 'secret' })).rejects.toMatchObject({
      code: 'network_error',
    });
    expect(count()).toBe(1);
  });

  it('rejects an answer that Florin did not send', async () => {
    answers(() => Promise.resolve(new Response('<html>Sign in to the Wi-Fi</html>')));
    await expect(signIn({ email: 'ada@example.com', password: 'secret' })).rejects.toMatchObject({
      code: 'unexpected_response',
      status: 200,
    });
  });
});
