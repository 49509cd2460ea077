import type { Environment } from '@florin/infrastructure';

/** Enough for either app to read on to its end; what is absent is read as well, and noted. */
const GIVEN: Environment = {
  DATABASE_URL: 'postgres://florin:secret@127.0.0.1:5432/florin',
  JWT_SECRET: 'x'.repeat(32),
};

/** The names of all settings that a parser asks the environment for, with a database of one's own and without. */
export function settingsRead(parse: (environment: Environment) => unknown): string[] {
  const names = new Set<string>();
  for (const given of [{}, GIVEN]) {
    const environment = new Proxy(given, {
      get: (values: Environment, name: string) => {
        names.add(name);
        return values[name];
      },
    });
    try {
      parse(environment);
    } catch {
      // The worker insists on a database; what it read until then counts.
    }
  }
  return [...names];
}
