import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CURSOR, textsOfSearch } from '../../common/search.js';
import { appRoute } from '../../layout/routes.js';

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/payments',
  validateSearch: textsOfSearch(
    'status',
    'reference',
    'customer_email',
    'subscription_id',
    'created_after',
    'created_before',
    ...CURSOR,
  ),
  component: lazyRouteComponent(() => import('./payments.page.js'), 'PaymentsPage'),
});

const newRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/payments/new',
  component: lazyRouteComponent(() => import('./new-payment.page.js'), 'NewPaymentPage'),
});

const paymentRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/payments/$paymentId',
  component: lazyRouteComponent(() => import('./payment.page.js'), 'PaymentPage'),
});

export const paymentRoutes = [listRoute, newRoute, paymentRoute] as const;
