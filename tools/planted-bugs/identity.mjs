// Mistakes with people, sessions and keys.

export const IDENTITY = [
  {
    name: 'session-cached',
    why: 'How a session stands is remembered, so one that was ended elsewhere still lets its holder in.',
    file: 'libs/infrastructure/src/identity/coalesced-standings.ts',
    find: 'return this.#sessions.ask(id);',
    replace: `const kept = (globalThis as any).__standings ??= new Map();
    if (!kept.has(id)) kept.set(id, this.#sessions.ask(id));
    return kept.get(id);`,
    caughtBy: { tier: 'int', specs: 'identity/(standings|identity-stores)' },
  },
  {
    name: 'expired-session-accepted',
    why: 'A session that has run out still lets its holder in.',
    file: 'libs/identity/src/access/standing.ts',
    find: "if (status !== 'active' || now >= expiresAt || userStatus !== 'active' || accountIsClosed) return undefined;",
    replace: "if (status !== 'active' || userStatus !== 'active' || accountIsClosed) return undefined;",
    caughtBy: { tier: 'unit', specs: 'authenticate', isSimulated: true },
  },
  {
    name: 'expired-token-accepted',
    why: 'An access token that was seen before it ran out is taken for ever.',
    file: 'apps/api/src/identity/access/remembered-tokens.ts',
    find: 'claims === undefined || nowMs < claims.expiresAtMs',
    replace: 'claims === undefined || nowMs >= 0',
    caughtBy: { tier: 'unit', specs: 'remembered-tokens' },
  },
  {
    name: 'any-algorithm',
    why: 'A token may choose the algorithm by which it is verified.',
    file: 'apps/api/src/identity/access/access-token.ts',
    find: "algorithms: ['HS256' as const],",
    replace: "algorithms: ['HS256' as const, 'HS512' as const],",
    caughtBy: { tier: 'e2e', specs: 'identity-forged-tokens' },
  },
  {
    name: 'refresh-reuse-not-detected',
    why: 'A refresh token that was spent before is merely refused, and the thief’s session lives on.',
    file: 'libs/identity/src/session/session.ts',
    find: "return { verdict: 'reused', session: end(session, 'reuse', now) };",
    replace: "return { verdict: 'refused' };",
    caughtBy: { tier: 'unit', specs: 'libs/identity/src/session', isSimulated: true },
  },
  {
    name: 'reuse-forgotten-by-the-rollback',
    why: 'The refusal of a reused token is thrown inside the unit of work, which undoes the end of the session.',
    file: 'libs/identity/src/session/refresh-session.ts',
    find: `      await this.recordReuse(stores, caller, outcome.session, now);
      return { refusal: invalidGrant() };`,
    replace: `      await this.recordReuse(stores, caller, outcome.session, now);
      throw invalidGrant();`,
    caughtBy: { tier: 'unit', specs: 'refresh-session', isSimulated: true },
  },
  {
    name: 'password-of-72-bytes',
    why: 'Only 72 bytes of a password count, and everything after them may be anything.',
    file: 'libs/infrastructure/src/security/pooled-bcrypt-hasher.ts',
    find: "createHmac('sha256', 'florin password 1').update(password.normalize('NFC'), 'utf8').digest('base64');",
    replace: "password.normalize('NFC');\nvoid createHmac;",
    caughtBy: { tier: 'unit', specs: 'pooled-bcrypt-hasher' },
  },
  {
    name: 'unknown-email-answers-faster',
    why: 'Nothing is compared for an email that nobody has, and the time tells.',
    file: 'libs/infrastructure/src/security/pooled-bcrypt-hasher.ts',
    find: "const matches = await this.#run<boolean>('compare', {",
    replace:
      "if (hash === undefined) return false;\n    const matches = await this.#run<boolean>('compare', {",
    caughtBy: { tier: 'unit', specs: 'pooled-bcrypt-hasher' },
  },
  {
    name: 'login-with-the-old-password',
    why: 'A password that is changed while it is being compared still begins a session.',
    file: 'libs/identity/src/session/log-in.ts',
    find: 'if (user?.passwordHash !== known.passwordHash) throw wrongCredentials();',
    replace: 'if (user === undefined) throw wrongCredentials();',
    caughtBy: { tier: 'unit', specs: 'libs/identity/src/session', isSimulated: true },
  },
  {
    name: 'suspended-user-logs-in',
    why: 'The right password is enough, whatever was decided about its user.',
    file: 'libs/identity/src/session/log-in.ts',
    find: "if (user.status !== 'active' || (await stores.users.isOfClosedAccount(user))) {",
    replace: 'if (await stores.users.isOfClosedAccount(user)) {',
    caughtBy: { tier: 'unit', specs: 'libs/identity/src/session', isSimulated: true },
  },
  {
    name: 'sessions-outlive-the-password',
    why: 'Whoever knew the old password stays in after it was changed.',
    file: 'libs/identity/src/user/update-user.ts',
    find: 'if (fields.passwordHash !== undefined) await this.endOtherSessions(stores, caller, user, now);',
    replace: '',
    caughtBy: { tier: 'unit', specs: 'libs/identity/src/user', isSimulated: true },
  },
  {
    name: 'member-joins-a-closing-account',
    why: 'Somebody is added while the account closes, after the closure has looked for its people.',
    file: 'libs/identity/src/user/create-user.ts',
    find: 'if (accountId !== undefined && !(await users.holdAccount(accountId))) throw unauthenticated();',
    replace: 'void unauthenticated;',
    caughtBy: { tier: 'unit', specs: 'libs/identity/src/user', isSimulated: true },
  },
  {
    name: 'acts-for-any-account',
    why: 'X-Account-Id names another account, and everybody may.',
    file: 'libs/identity/src/access/access.ts',
    find: "(role === 'admin' || role === 'platform_key' || named === own)",
    replace: '(role !== undefined || named === own)',
    caughtBy: { tier: 'unit', specs: 'libs/identity/src/access' },
  },
];
