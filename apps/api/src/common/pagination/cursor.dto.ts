import type { CursorPage, CursorRequest, Id, Prefix } from '@florin/kernel';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ApiError } from '../errors/api-error.js';
import { ApiConst, ApiBoolean } from '../../openapi/fields.js';
import { IsQueryId, IsQueryInteger } from '../decorators/query-fields.js';

export const PAGE_LIMIT = { min: 1, max: 100, default: 20 };

export interface CursorQuery<Cursor extends string = string> {
  readonly limit: number;
  readonly starting_after?: Cursor;
  readonly ending_before?: Cursor;
}

/** Query parameters of a list with cursors: `class ListKeysQuery extends CursorQueryOf('key') {}`. */
export function CursorQueryOf<P extends Prefix>(prefix: P): new () => CursorQuery<Id<P>> {
  class Query implements CursorQuery<Id<P>> {
    @IsQueryInteger(PAGE_LIMIT, { description: 'The maximum number of items per page.' }) limit =
      PAGE_LIMIT.default;
    @IsQueryId(prefix, {
      description:
        'A cursor: returns the page after the item with this id (older items). Cannot be combined with `ending_before`.',
    })
    starting_after?: Id<P>;
    @IsQueryId(prefix, {
      description:
        'A cursor: returns the page before the item with this id (newer items). Cannot be combined with `starting_after`.',
    })
    ending_before?: Id<P>;
  }
  return Query;
}

export interface CursorBody<Item> {
  readonly object: 'list';
  readonly data: readonly Item[];
  readonly has_more: boolean;
}

/** Response body of a list with cursors: `class KeyListBody extends CursorBodyOf<KeyBody>({ type: [KeyBody] }) {}`. */
export function CursorBodyOf<Item>(items: ApiPropertyOptions): new () => CursorBody<Item> {
  class Body implements CursorBody<Item> {
    @ApiConst('list', 'Always `list`.') object!: 'list';
    @ApiProperty(items) data!: readonly Item[];
    @ApiBoolean('Whether there are more items beyond this page.') has_more!: boolean;
  }
  return Body;
}

export function cursorRequestOf<Cursor extends string>(query: CursorQuery<Cursor>): CursorRequest<Cursor> {
  const { limit, starting_after: after, ending_before: before } = query;
  if (after !== undefined && before !== undefined) {
    throw new ApiError('invalid_request', 'starting_after and ending_before cannot be combined.');
  }
  return { limit, ...(after !== undefined && { after }), ...(before !== undefined && { before }) };
}

export const cursorBody = <Value, Item>(
  { items, hasMore }: CursorPage<Value>,
  present: (value: Value) => Item,
): CursorBody<Item> => ({ object: 'list', data: items.map(present), has_more: hasMore });
