import { type OperationName, OPERATIONS, PERMISSIONS } from '@florin/identity';
import { Injectable, type OnModuleInit, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { OPERATION } from './operation.js';

type Handler = (...parameters: never[]) => unknown;

/** Stops a start in which some handler has no row in the permission table, or stands at another address than its row. */
@Injectable()
export class RouteCheck implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const problems = this.discovery.getControllers().flatMap(({ metatype }) => {
      if (typeof metatype !== 'function') return [];
      const prototype = metatype.prototype as Record<string, Handler>;
      const names = this.scanner.getAllMethodNames(prototype);
      return names.flatMap((name) => this.problemOf(metatype, prototype[name]) ?? []);
    });
    if (problems.length > 0)
      throw new Error(`The permission table and the routes disagree: ${problems.join('; ')}`);
  }

  private problemOf(controller: object, handler: Handler | undefined): string | undefined {
    if (handler === undefined || !Reflect.hasMetadata(METHOD_METADATA, handler)) return undefined;
    const route = routeOf(controller, handler);
    const operation = this.reflector.get<OperationName | undefined>(OPERATION, handler);
    if (operation === undefined) return `${route} names no operation`;
    // The compiler sees to it that there is one, but a start does not ask the compiler.
    if (!OPERATIONS.includes(operation)) return `${route} is ${operation}, which has no row`;
    const { method, path } = PERMISSIONS[operation];
    return route === `${method} ${path}` ? undefined : `${route} is not where ${operation} should be`;
  }
}

function routeOf(controller: object, handler: Handler): string {
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number] ?? 'UNKNOWN';
  const parts = [controller, handler].map((one) => String(Reflect.getMetadata(PATH_METADATA, one)));
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `${method} /${segments.map((segment) => segment.replace(/^:(.*)$/, '{$1}')).join('/')}`;
}
