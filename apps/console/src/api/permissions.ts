import { type OperationName, PERMISSIONS, type Role, USER_ROLES } from '@florin/identity';
import { useSignedIn } from '../session/session.js';

/** Whether the signed-in user's role allows an operation. The API decides; the console does not offer what it refuses. */
export function useCan(): (operation: OperationName) => boolean {
  const { user } = useSignedIn();
  const role: Role = USER_ROLES.find((known) => known === user.role) ?? 'user';
  return (operation) => PERMISSIONS[operation].reach[role] !== 'none';
}
