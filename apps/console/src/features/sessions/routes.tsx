import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CURSOR, textsOfSearch } from '../../common/search.js';
import { appRoute } from '../../layout/routes.js';

const sessionsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/sessions',
  validateSearch: textsOfSearch(...CURSOR),
  component: lazyRouteComponent(() => import('./sessions.page.js'), 'SessionsPage'),
});

export const sessionRoutes = [sessionsRoute] as const;
