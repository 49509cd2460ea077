import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textsOfSearch } from '../../common/search.js';
import { appRoute } from '../../layout/routes.js';
import { TRANSACTION_SEARCH } from './search.js';

const listRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/transactions',
  validateSearch: textsOfSearch('create', ...TRANSACTION_SEARCH),
  component: lazyRouteComponent(() => import('./transactions.page.js'), 'TransactionsPage'),
});

const transactionRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/transactions/$transactionId',
  component: lazyRouteComponent(() => import('./transaction.page.js'), 'TransactionPage'),
});

export const transactionRoutes = [listRoute, transactionRoute] as const;
