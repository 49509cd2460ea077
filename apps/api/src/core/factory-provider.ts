import { Database } from '@florin/infrastructure';
import type { FactoryProvider, InjectionToken } from '@nestjs/common';

type Tokens<Parts extends readonly unknown[]> = { [Index in keyof Parts]: InjectionToken<Parts[Index]> };

/** Provides a class without decorators. The tokens are its constructor parameters, in order. */
export const provide = <Instance, Parts extends readonly unknown[]>(
  type: new (...parts: [...Parts]) => Instance,
  ...inject: Tokens<Parts>
): FactoryProvider<Instance> => ({
  provide: type,
  inject: [...inject],
  useFactory: (...parts: unknown[]) => new type(...(parts as [...Parts])),
});

/** Provides a port with an adapter that depends on the database only. */
export const provideWithDatabase = <Port>(
  port: abstract new (...parts: never[]) => Port,
  adapter: new (source: Database['source']) => NoInfer<Port>,
): FactoryProvider<Port> => ({
  provide: port,
  inject: [Database],
  useFactory: ({ source }: Database) => new adapter(source),
});
