import type { Environment } from '@florin/infrastructure';

/** The required settings of the worker. */
const REQUIRED: Environment = {
  DATABASE_URL: 'postgres://florin:secret@127.0.0.1:5432/florin',
  JWT_SECRET: 'x'.repeat(32),
};

/** The names of all settings that a parser reads, with and without a database of your own. */
export function settingsRead(parse: (environment: Environment) => unknown): string[] {
  const names = new Set<string>();
  for (const settings of [{}, REQUIRED]) {
    const environment = new Proxy(settings, {
      get: (values: Environment, name: string) => {
        names.add(name);
        return values[name];
      },
    });
    try {
      parse(environment);
    } catch {
      // The worker requires a database. The settings read before the error count.
    }
  }
  return [...names];
}
