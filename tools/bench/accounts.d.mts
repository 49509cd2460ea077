export function openAccounts(
  databaseUrl: string,
  count: number,
  options: { readonly days?: number; readonly password: string },
): Promise<string[]>;
