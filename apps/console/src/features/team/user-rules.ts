import type { User } from '@florin/client';
import { PERMISSIONS, USER_ROLES, USER_STATE_MACHINE, type UserStatus } from '@florin/identity';
import { nextStatuses } from '../../common/next-statuses.js';
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
      // The API refuses to delete the owner of an account that is not closed.
      canDelete: !isSelf && (isAdmin || isOwnMember),
      statuses:
        !isSelf && (isAdmin || isOwnMember) ? nextStatuses(USER_STATE_MACHINE.transitions, user.status) : [],
    };
  };
}
