import type { FastifyInstance } from 'fastify';
import { pathOf } from './plain-url.js';

/** Remembers which methods each registered path takes, so that a wrong one can be told from a wrong address. */
export class KnownPaths {
  private readonly paths = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();

  watch(instance: FastifyInstance): void {
    instance.addHook('onRoute', ({ url, method }) => {
      for (const name of [method].flat()) this.add(url, name);
    });
  }

  add(template: string, method: string): void {
    const known = this.paths.get(template) ?? { pattern: patternOf(template), methods: new Set() };
    known.methods.add(method);
    this.paths.set(template, known);
  }

  /** The methods that would have been understood at this address, in a fixed order; none for an unknown one. */
  methodsAt(url: string): readonly string[] {
    const path = pathOf(url);
    const found = new Set<string>();
    for (const { pattern, methods } of this.paths.values()) {
      if (pattern.test(path)) for (const method of methods) found.add(method);
    }
    return [...found].sort();
  }
}

function patternOf(template: string): RegExp {
  const segments = template.split('/').map((segment) => {
    if (segment.startsWith(':')) return '[^/]+';
    return segment.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  });
  return new RegExp(`^${segments.join('/')}$`);
}
