/** What changes when money is held, moved or released, or is about to be. */
export const MONEY_RESOURCES = [
  'transactions',
  'transfers',
  'entries',
  'balance',
  'activity',
  'statement',
  'events',
  // The balance on the account's page for admins.
  'accounts',
] as const;
