import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { NotFoundPage } from '../common/not-found.js';
import { textsOfSearch } from '../common/search.js';

/** `account` is the account that an admin acts for. */
export const rootRoute = createRootRoute({
  component: Outlet,
  validateSearch: textsOfSearch('account'),
});

/** Everything behind the sign-in. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  component: lazyRouteComponent(() => import('./signed-in.js'), 'SignedInLayout'),
});

export const homeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  validateSearch: textsOfSearch('interval', 'view'),
  component: lazyRouteComponent(() => import('../features/home/home.page.js'), 'HomePage'),
});

/** An unknown address is shown with the navigation. */
export const notFoundRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '$',
  component: NotFoundPage,
});

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: textsOfSearch('next'),
  component: lazyRouteComponent(() => import('../features/sign-in/sign-in.page.js'), 'SignInPage'),
});
