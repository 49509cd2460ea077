import type { FastifyInstance } from 'fastify';
import { pathOf } from './normalize-url.js';

/** The methods of each registered path: a wrong method is 405, not 404. */
export class AllowedMethods {
  private readonly routes: { readonly pattern: RegExp; readonly method: string }[] = [];

  constructor(instance: Pick<FastifyInstance, 'addHook'>) {
    instance.addHook('onRoute', ({ url, method }) => {
      for (const name of [method].flat()) this.add(url, name);
    });
  }

  private add(template: string, method: string): void {
    const segments = template.split('/').map((segment) => {
      if (segment.startsWith(':')) return '[^/]+';
      return segment.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
    });
    this.routes.push({ pattern: new RegExp(`^${segments.join('/')}$`), method });
  }

  /** Sorted; empty for an unknown path. */
  forUrl(url: string): readonly string[] {
    const path = pathOf(url);
    const found = this.routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(found)].sort();
  }
}
