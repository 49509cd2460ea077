import type { User } from '@florin/client';
import { PERMISSIONS, USER_ROLES, USER_STATE_MACHINE, type UserStatus } from '@florin/identity';
import { useSignedIn } from '../../session/session.js';

export interface UserRules {
  readonly isSelf: boolean;
  readonly canRename: boolean;
  readonly canSetUsername: boolean;
  /** Users change their own password in the settings, with the current one. */
  readonly canSetPassword: boolean;
  readonly canDelete: boolean;
  /** What the status can be changed to. */
  readonly statuses: readonly UserStatus[];
}

/** What the signed-in user may do with another user, as the API decides it; see CHANGEABLE in @florin/identity. */
export function useUserRules(): (user: User) => UserRules {
  const { user: caller } = useSignedIn();
  const role = USER_ROLES.find((known) => known === caller.role) ?? 'user';
  const reach = PERMISSIONS['users.update'].reach[role];
  return (user) => {
    const isSelf = user.id === caller.id;
    const isAdmin = reach === 'any';
    const isOwnMember =
      reach === 'members' && user.role === 'member' && user.account_id === caller.account_id;
    return {
      isSelf,
      canRename: isSelf || isAdmin || isOwnMember,
      canSetUsername: isSelf || isAdmin,
      canSetPassword: isAdmin && !isSelf,
      // The owner of an open account cannot be deleted.
      canDelete: !isSelf && user.role !== 'owner' && (isAdmin || isOwnMember),
      statuses: !isSelf && (isAdmin || isOwnMember) ? nextStatuses(user.status) : [],
    };
  };
}

const OFFERED = ['active', 'suspended'] as const satisfies readonly UserStatus[];

const nextStatuses = (status: UserStatus): readonly UserStatus[] =>
  OFFERED.filter(
    (next) => next !== status && Object.values(USER_STATE_MACHINE.transitions[status]).includes(next),
  );
