import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../layout/routes.js';

const inspectorRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/developers/requests',
  component: lazyRouteComponent(() => import('./inspector.page.js'), 'InspectorPage'),
});

export const inspectorRoutes = [inspectorRoute] as const;
