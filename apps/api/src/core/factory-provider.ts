import { Database } from '@florin/infrastructure';
import type { FactoryProvider, InjectionToken } from '@nestjs/common';

type Tokens<Parts extends readonly unknown[]> = { [Index in keyof Parts]: InjectionToken<Parts[Index]> };

/** Provides a plain class by handing its constructor what the tokens stand for, in order. */
export const provide = <Thing, Parts extends readonly unknown[]>(
  type: new (...parts: [...Parts]) => Thing,
  ...inject: Tokens<Parts>
): FactoryProvider<Thing> => ({
  provide: type,
  inject: [...inject],
  useFactory: (...parts: unknown[]) => new type(...(parts as [...Parts])),
});

/** Provides a port by an adapter that needs the database and nothing else. */
export const provideWithDatabase = <Port>(
  port: abstract new (...parts: never[]) => Port,
  adapter: new (source: Database['source']) => NoInfer<Port>,
): FactoryProvider<Port> => ({
  provide: port,
  inject: [Database],
  useFactory: ({ source }: Database) => new adapter(source),
});
