import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CURSOR, textsOfSearch } from '../../common/search.js';
import { appRoute } from '../../layout/routes.js';

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/developers/api-keys',
  validateSearch: textsOfSearch('create', ...CURSOR),
  component: lazyRouteComponent(() => import('./api-keys.page.js'), 'ApiKeysPage'),
});

export const apiKeyRoutes = [listRoute] as const;
