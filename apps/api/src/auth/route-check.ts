import { type OperationName, OPERATIONS, PERMISSIONS } from '@florin/identity';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';

interface Route {
  /** As in the permission table: `GET /v1/users/{user_id}`. */
  readonly address: string;
  readonly operation: OperationName | undefined;
}

/** Fails the startup if the routes under /v1 differ from the rows of the permission table. */
@Injectable()
export class RouteCheck implements OnModuleInit {
  private readonly routes: Route[] = [];

  /** Nest registers routes after it has created all providers and before `onModuleInit`. */
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
      throw new Error(`The routes do not match the permission table: ${problems.join('; ')}`);
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
  if (operation === undefined) return `${address} has no operation`;
  // TypeScript checks the name, but type errors do not prevent a start.
  if (!OPERATIONS.includes(operation)) return `${address} is ${operation}, which is not in the table`;
  const { method, path } = PERMISSIONS[operation];
  return address === `${method} ${path}` ? undefined : `${address} is the wrong route for ${operation}`;
}
