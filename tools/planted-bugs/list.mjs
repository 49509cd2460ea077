import { IDENTITY } from './identity.mjs';
import { MONEY } from './money.mjs';
import { PAYMENTS } from './payments.mjs';
import { SQL } from './sql.mjs';

/** Mistakes that others have made, each of which some test here must notice. */
export const PLANTED_BUGS = [...MONEY, ...SQL, ...IDENTITY, ...PAYMENTS];
