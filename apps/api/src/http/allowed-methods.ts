import type { FastifyInstance } from 'fastify';
import { pathOf } from './normalize-url.js';

/** The methods of each registered path: a wrong method is 405, not 404. */
export class AllowedMethods {
  private readonly routes: { readonly pattern: RegExp; readonly method: string }[] = [];

  /** Paths without parameters. */
  private readonly fixed = new Map<string, Set<string>>();

  constructor(instance: Pick<FastifyInstance, 'addHook'>) {
    instance.addHook('onRoute', ({ url, method }) => {
      for (const name of [method].flat()) this.add(url, name);
    });
  }

  private add(template: string, method: string): void {
    if (!/[:*]/.test(template)) this.fixed.set(template, (this.fixed.get(template) ?? new Set()).add(method));
    const segments = template.split('/').map((segment) => {
      if (segment.startsWith(':')) return '[^/]+';
      return segment.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
    });
    this.routes.push({ pattern: new RegExp(`^${segments.join('/')}$`), method });
  }

  /**
   * Whether the router took a fixed path for a parameter, because the fixed path has no such method: `GET
   * /v1/transactions/batch` is not a request for the transaction `batch`.
   */
  isFixedPathAsParameter(template: string | undefined, url: string): boolean {
    return template?.includes(':') === true && this.fixed.has(pathOf(url));
  }

  /** Sorted; empty for an unknown path. */
  forUrl(url: string): readonly string[] {
    const path = pathOf(url);
    const fixed = this.fixed.get(path);
    if (fixed !== undefined) return [...fixed].sort();
    const found = this.routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(found)].sort();
  }
}
