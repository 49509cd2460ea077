import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { NotFoundPage } from './common/not-found.js';
import { ErrorPage } from './common/error-page.js';
import { inspectorRoutes } from './features/inspector/routes.js';
import { transferRoutes } from './features/transfers/routes.js';
import { statementRoutes } from './features/statements/routes.js';
import { paymentRoutes } from './features/payments/routes.js';
import { subscriptionRoutes } from './features/subscriptions/routes.js';
import { brandingRoutes } from './features/branding/routes.js';
import { apiKeyRoutes } from './features/api-keys/routes.js';
import { webhookRoutes } from './features/webhooks/routes.js';
import { eventRoutes } from './features/events/routes.js';
import { sessionRoutes } from './features/sessions/routes.js';
import { teamRoutes } from './features/team/routes.js';
import { settingsRoutes } from './features/settings/routes.js';
import { adminRoutes } from './features/admin/routes.js';
import { transactionRoutes } from './features/transactions/routes.js';
import { appRoute, homeRoute, notFoundRoute, rootRoute, signInRoute } from './layout/routes.js';
import { consoleUrl } from './session/addresses.js';

const routeTree = rootRoute.addChildren([
  signInRoute,
  appRoute.addChildren([
    homeRoute,
    notFoundRoute,
    ...transactionRoutes,
    ...inspectorRoutes,
    ...transferRoutes,
    ...statementRoutes,
    ...paymentRoutes,
    ...subscriptionRoutes,
    ...brandingRoutes,
    ...apiKeyRoutes,
    ...webhookRoutes,
    ...eventRoutes,
    ...sessionRoutes,
    ...teamRoutes,
    ...settingsRoutes,
    ...adminRoutes,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: consoleUrl.pathname,
  // Filters are plain texts in the address, not JSON.
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: ErrorPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
