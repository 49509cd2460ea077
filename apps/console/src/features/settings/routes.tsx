import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../../layout/routes.js';

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.page.js'), 'SettingsPage'),
});

export const settingsRoutes = [settingsRoute] as const;
