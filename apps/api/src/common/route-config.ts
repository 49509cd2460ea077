import { applyDecorators, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';

const CONFIG = 'florin:route-config';

/** Adds to the Fastify config of a handler's route. Of several `@RouteConfig` only one would take effect. */
export const AddRouteConfig =
  (part: object): MethodDecorator =>
  (target, name, descriptor) => {
    const before = Reflect.getMetadata(CONFIG, descriptor.value as object) as object | undefined;
    const config = { ...before, ...part };
    applyDecorators(SetMetadata(CONFIG, config), RouteConfig(config))(target, name, descriptor);
  };

/** The body may be as large as a batch of transactions. */
export const AcceptsBatchBody = (): MethodDecorator => AddRouteConfig({ isBatch: true });

/** The body is a file, which the handler reads with `readFileBody`, after the permission is checked. */
export const AcceptsFileBody = (): MethodDecorator => AddRouteConfig({ isFile: true });

export const hasFileBody = (config: unknown): boolean =>
  (config as { isFile?: boolean } | undefined)?.isFile === true;

export const hasBatchBody = (config: unknown): boolean =>
  (config as { isBatch?: boolean } | undefined)?.isBatch === true;
