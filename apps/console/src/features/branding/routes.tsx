import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../layout/routes.js';

const brandingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/branding',
  component: lazyRouteComponent(() => import('./branding.page.js'), 'BrandingPage'),
});

export const brandingRoutes = [brandingRoute] as const;
