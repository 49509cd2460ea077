import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CURSOR, textsOfSearch } from '../../common/search.js';
import { appRoute } from '../../layout/routes.js';
import { ALL_TRANSACTIONS_SEARCH } from '../transactions/search.js';

/** Shows other roles that they have no access. */
const adminRoute = createRoute({
  getParentRoute: () => appRoute,
  id: 'for-admins',
  component: lazyRouteComponent(() => import('./admin-only.js'), 'AdminOnly'),
});

const accountsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/accounts',
  validateSearch: textsOfSearch('search', 'status', 'type', 'created_after', 'created_before', 'page'),
  component: lazyRouteComponent(() => import('./accounts/accounts.page.js'), 'AccountsPage'),
});

const accountRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/accounts/$accountId',
  component: lazyRouteComponent(() => import('./accounts/account.page.js'), 'AccountPage'),
});

const usersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/users',
  validateSearch: textsOfSearch('search', 'status', 'page'),
  component: lazyRouteComponent(() => import('./users/users.page.js'), 'UsersPage'),
});

const userRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/users/$userId',
  component: lazyRouteComponent(() => import('./users/user.page.js'), 'UserPage'),
});

const transactionsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/transactions',
  validateSearch: textsOfSearch(...ALL_TRANSACTIONS_SEARCH),
  component: lazyRouteComponent(
    () => import('./transactions/all-transactions.page.js'),
    'AllTransactionsPage',
  ),
});

const auditRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/audit',
  validateSearch: textsOfSearch('actor', 'subject', ...CURSOR),
  component: lazyRouteComponent(() => import('./audit/audit.page.js'), 'AuditPage'),
});

const healthRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/admin/health',
  component: lazyRouteComponent(() => import('./health/health.page.js'), 'HealthPage'),
});

export const adminRoutes = [
  adminRoute.addChildren([
    accountsRoute,
    accountRoute,
    usersRoute,
    userRoute,
    transactionsRoute,
    auditRoute,
    healthRoute,
  ]),
] as const;
