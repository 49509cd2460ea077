import type { Actor } from '@florin/accounts';
import { type Caller, nameOf } from '@florin/identity';

/** Accounts know no principals; they only hand on who it was. */
export const actorOf = ({ principal, address, agent }: Caller): Actor => ({
  name: nameOf(principal),
  address,
  agent,
});
