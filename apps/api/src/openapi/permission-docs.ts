import { type Permission, type Reach, type Role, ROLES } from '@florin/identity';

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  anonymous: 'callers without a token',
  user: 'users without an account',
  member: 'members',
  owner: 'owners',
  account_key: 'account keys',
  platform_key: 'platform keys',
  admin: 'admins',
};

const REACH: Readonly<Record<Exclude<Reach, 'none'>, string>> = {
  any: '',
  own: ' (their account)',
  self: ' (themselves)',
  members: ' (themselves and their members)',
};

/** Describes who may use an operation, from the table that the guard reads. */
export function permissionDescription({ token, reach }: Permission): string {
  if (token === 'ignored') return 'No access token required.';
  const allowed = ROLES.flatMap((role) => {
    const roleReach = reach[role];
    // A user without an account can send these requests, but there is nothing to find.
    const isUnusable = roleReach === 'none' || (role === 'user' && roleReach === 'own');
    return isUnusable ? [] : [`${ROLE_NAMES[role]}${REACH[roleReach]}`];
  });
  const optional =
    token === 'optional'
      ? ' The token is optional unless the setting `SIGNUP` is `closed`. If you send one, it must be valid.'
      : '';
  return `Allowed for ${allowed.join(', ')}.${optional}`;
}

/** The security requirements: the types of token that can use the operation. */
export function securityOf({ token, reach }: Permission): Record<string, string[]>[] {
  if (token === 'ignored') return [];
  const isOpenTo = (roles: readonly Role[]): boolean => roles.some((role) => reach[role] !== 'none');
  return [
    ...(isOpenTo(['user', 'member', 'owner', 'admin']) ? [{ accessToken: [] }] : []),
    ...(isOpenTo(['account_key', 'platform_key']) ? [{ apiKey: [] }] : []),
    ...(token === 'optional' ? [{}] : []),
  ];
}
