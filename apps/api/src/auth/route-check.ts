import { type OperationName, OPERATIONS, PERMISSIONS } from '@florin/identity';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';

interface Route {
  /** As the permission table writes it: `GET /v1/users/{user_id}`. */
  readonly address: string;
  readonly operation: OperationName | undefined;
}

/** Stops a start in which the routes under /v1 are not exactly the rows of the permission table. */
@Injectable()
export class RouteCheck implements OnModuleInit {
  private readonly routes: Route[] = [];

  /** Routes are registered after all providers were made and before `onModuleInit`. */
  constructor({ httpAdapter }: HttpAdapterHost) {
    httpAdapter.getInstance<FastifyInstance>().addHook('onRoute', ({ method, url, config }) => {
      const { operation } = (config ?? {}) as { operation?: OperationName };
      // Fastify adds a HEAD route to each GET.
      const methods = [method].flat().filter((name) => name !== 'HEAD');
      if (!url.startsWith('/v1/')) return;
      const path = url.replaceAll(/:([^/]+)/g, '{$1}');
      this.routes.push(...methods.map((name) => ({ address: `${name} ${path}`, operation })));
    });
  }

  onModuleInit(): void {
    const problems = problemsWith(this.routes);
    if (problems.length > 0)
      throw new Error(`The permission table and the routes disagree: ${problems.join('; ')}`);
  }
}

export function problemsWith(routes: readonly Route[]): string[] {
  const found = new Set(routes.map(({ operation }) => operation));
  const missing = OPERATIONS.filter((operation) => !found.has(operation));
  return [
    ...routes.flatMap((route) => problemWith(route) ?? []),
    ...missing.map((operation) => `${operation} has no route`),
  ];
}

function problemWith({ address, operation }: Route): string | undefined {
  if (operation === undefined) return `${address} names no operation`;
  // The compiler checks the name, but not every start is preceded by the compiler.
  if (!OPERATIONS.includes(operation)) return `${address} is ${operation}, which has no row`;
  const { method, path } = PERMISSIONS[operation];
  return address === `${method} ${path}` ? undefined : `${address} is not where ${operation} should be`;
}
