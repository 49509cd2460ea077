import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CURSOR, textsOfSearch } from '../../common/search.js';
import { appRoute } from '../../layout/routes.js';

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/subscriptions',
  validateSearch: textsOfSearch('status', 'reference', ...CURSOR),
  component: lazyRouteComponent(() => import('./subscriptions.page.js'), 'SubscriptionsPage'),
});

const detailRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/subscriptions/$subscriptionId',
  component: lazyRouteComponent(() => import('./subscription.page.js'), 'SubscriptionPage'),
});

export const subscriptionRoutes = [listRoute, detailRoute] as const;
