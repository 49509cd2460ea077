import { QueryInteger } from '../decorators/query-fields.js';

/** Far beyond any list, and far below where the place of its first row would no longer be exact. */
const MAX_PAGE = 1_000_000_000;

/** The parameters of a list that is counted and has numbered pages: `class ListUsersQuery extends PageQuery {}`. */
export class PageQuery {
  @QueryInteger({ min: 1, max: MAX_PAGE, default: 1 }, { description: 'Which page, from 1.' }) page!: number;
  @QueryInteger({ min: 1, max: 100, default: 25 }, { description: 'How many to a page.' }) limit!: number;
}
