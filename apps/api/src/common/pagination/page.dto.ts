import { IsQueryInteger } from '../decorators/query-fields.js';

/** The maximum keeps the offset below 2^53. */
const PAGE = { min: 1, max: 1_000_000_000, default: 1 };
const LIMIT = { min: 1, max: 100, default: 25 };

/** Query parameters of a list with numbered pages: `class ListUsersQuery extends PageQuery {}`. */
export class PageQuery {
  @IsQueryInteger(PAGE, { description: 'The page number, starting at 1.' }) page = PAGE.default;
  @IsQueryInteger(LIMIT, { description: 'The maximum number of items per page.' }) limit = LIMIT.default;
}
