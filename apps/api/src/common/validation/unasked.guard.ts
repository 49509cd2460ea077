import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { parseDto } from './parse-dto.js';

interface Reads {
  readonly query: boolean;
  readonly body: boolean;
}

/** A DTO without fields: whatever is sent for it is unknown. */
class Nothing {}

/**
 * Refuses parameters and fields sent to an operation that takes none. The DTOs see to those that take some; ignored
 * elsewhere, `DELETE /v1/account?account_id=…` would close another account than the one that was meant.
 */
export class UnaskedGuard implements CanActivate {
  private readonly known = new WeakMap<object, Reads>();

  canActivate(context: ExecutionContext): true {
    const { query, body } = context.switchToHttp().getRequest<FastifyRequest>();
    const reads = this.readsOf(context);
    if (!reads.query) refuseAnythingIn(query);
    if (!reads.body) refuseAnythingIn(body);
    return true;
  }

  private readsOf(context: ExecutionContext): Reads {
    const handler = context.getHandler();
    let reads = this.known.get(handler);
    if (reads === undefined) {
      reads = declaredReads(context.getClass(), handler.name);
      this.known.set(handler, reads);
    }
    return reads;
  }
}

function refuseAnythingIn(sent: unknown): void {
  if (typeof sent !== 'object' || sent === null || Object.keys(sent).length === 0) return;
  parseDto(Nothing, sent);
}

/**
 * Nest keeps what a handler's parameters are made of under keys of the kind and the place, such as `3:0` for a body.
 * Those of our own decorators begin with a random name, which may well begin with the same digit.
 */
export function declaredReads(controller: object, handler: string): Reads {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) as object | undefined;
  const kinds = Object.keys(parameters ?? {}).map((key) => key.split(':')[0]);
  return {
    query: kinds.includes(String(RouteParamtypes.QUERY)),
    body: kinds.includes(String(RouteParamtypes.BODY)),
  };
}
