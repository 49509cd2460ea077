import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CURSOR, textsOfSearch } from '../../common/search.js';
import { appRoute } from '../../layout/routes.js';

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/developers/events',
  validateSearch: textsOfSearch('type', 'subject_id', 'created_after', 'created_before', 'live', ...CURSOR),
  component: lazyRouteComponent(() => import('./events.page.js'), 'EventsPage'),
});

export const eventRoutes = [listRoute] as const;
