import { Outlet } from '@tanstack/react-router';
import { Needs } from '../../common/needs.js';

export function AdminOnly() {
  return (
    <Needs operation="accounts.list">
      <Outlet />
    </Needs>
  );
}
