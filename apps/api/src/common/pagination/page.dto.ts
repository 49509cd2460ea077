import { IsQueryInteger } from '../decorators/query-fields.js';

/** Far beyond any list, and far below where the place of its first row would no longer be exact. */
const PAGE = { min: 1, max: 1_000_000_000, default: 1 };
const LIMIT = { min: 1, max: 100, default: 25 };

/** The parameters of a list that is counted and has numbered pages: `class ListUsersQuery extends PageQuery {}`. */
export class PageQuery {
  @IsQueryInteger(PAGE, { description: 'The page number, starting at 1.' }) page = PAGE.default;
  @IsQueryInteger(LIMIT, { description: 'The maximum number of items per page.' }) limit = LIMIT.default;
}
