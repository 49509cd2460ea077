import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CURSOR, textsOfSearch } from '../../common/search.js';
import { appRoute } from '../../layout/routes.js';

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/developers/webhooks',
  validateSearch: textsOfSearch('create', ...CURSOR),
  component: lazyRouteComponent(() => import('./webhooks.page.js'), 'WebhooksPage'),
});

const endpointRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/developers/webhooks/$endpointId',
  validateSearch: textsOfSearch('status', ...CURSOR),
  component: lazyRouteComponent(() => import('./endpoint.page.js'), 'EndpointPage'),
});

const deliveryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/developers/webhooks/$endpointId/deliveries/$deliveryId',
  component: lazyRouteComponent(() => import('./delivery.page.js'), 'DeliveryPage'),
});

export const webhookRoutes = [listRoute, endpointRoute, deliveryRoute] as const;
