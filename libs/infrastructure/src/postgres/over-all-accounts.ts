import { Raw } from 'typeorm';

/**
 * True of every transaction, payment request and subscription. The indexes by id over all accounts have it as their
 * condition, and the server uses those only for statements that say it, too. Without it a list of one account would be
 * read from such an index wherever accounts are few: the rows lie closer together there, and the server cannot know
 * that this account's latest row is a year old and a million others have to be read before it comes.
 */
export const OVER_ALL_ACCOUNTS = 'amount > 0';

/**
 * True of every one as well, and in the same way the key to the indexes over all accounts that begin with a status or a
 * type: whoever looks for what is rare must not be sent through all that is not.
 */
export const RARE_OVER_ALL_ACCOUNTS = 'amount > -1';

/**
 * The key to the indexes that begin with a reference. A value of its own: with the one above, the server might choose the
 * index by status, since it knows nothing of a reference that it has not seen.
 */
export const OF_A_REFERENCE_OVER_ALL_ACCOUNTS = 'amount > -2';

/** As a condition of TypeORM's. */
export const ANYWHERE = { amount: Raw((column) => `${column} > 0`) } as const;
