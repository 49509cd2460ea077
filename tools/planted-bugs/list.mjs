import { IDENTITY } from './identity.mjs';
import { MONEY } from './money.mjs';
import { PAYMENTS } from './payments.mjs';
import { SQL } from './sql.mjs';

/** Typical bugs of payment services. The tests must catch each of them. */
export const PLANTED_BUGS = [...MONEY, ...SQL, ...IDENTITY, ...PAYMENTS];
