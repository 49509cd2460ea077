import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CURSOR, textsOfSearch } from '../../common/search.js';
import { appRoute } from '../../layout/routes.js';

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/transfers',
  validateSearch: textsOfSearch('create', 'status', ...CURSOR),
  component: lazyRouteComponent(() => import('./transfers.page.js'), 'TransfersPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/transfers/$transferId',
  component: lazyRouteComponent(() => import('./transfer.page.js'), 'TransferPage'),
});

export const transferRoutes = [listRoute, detailRoute] as const;
