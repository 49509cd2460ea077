import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CURSOR, textsOfSearch } from '../../common/search.js';
import { appRoute } from '../../layout/routes.js';

const statementsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/statements',
  validateSearch: textsOfSearch('period', 'from', 'to', ...CURSOR),
  component: lazyRouteComponent(() => import('./statements.page.js'), 'StatementsPage'),
});

export const statementRoutes = [statementsRoute] as const;
