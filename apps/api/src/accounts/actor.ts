import type { Actor } from '@florin/accounts';
import { type Caller, nameOf } from '@florin/identity';

/** The accounts library does not depend on principals: it records the name of the actor only. */
export const actorOf = ({ principal, address, agent }: Caller): Actor => ({
  name: nameOf(principal),
  address,
  agent,
});
