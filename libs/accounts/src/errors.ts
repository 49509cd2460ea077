/** Every code this library refuses with. The API maps each of them to a status. */
export type AccountsCode =
  'invalid_request' | 'not_found' | 'conflict' | 'email_exists' | 'active_subscriptions';
