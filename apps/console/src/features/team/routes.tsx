import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textsOfSearch } from '../../common/search.js';
import { appRoute } from '../../layout/routes.js';

const teamRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/team',
  validateSearch: textsOfSearch('search', 'status', 'page'),
  component: lazyRouteComponent(() => import('./team.page.js'), 'TeamPage'),
});

export const teamRoutes = [teamRoute] as const;
