import { type CursorPage, type CursorRequest, type Id, parseId, type Prefix } from '@florin/kernel';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ApiError } from '../errors/api-error.js';
import { Always, exampleId, Flag } from '../openapi/fields.js';
import { QueryInteger, QueryText } from './query-fields.js';

export interface CursorQuery {
  readonly limit: number;
  readonly starting_after?: string;
  readonly ending_before?: string;
}

/** The parameters of a list of things whose ids begin so: `class ListKeysQuery extends CursorQueryOf('key') {}`. */
export function CursorQueryOf(prefix: Prefix): new () => CursorQuery {
  const example = exampleId(prefix);
  class Query implements CursorQuery {
    @QueryInteger({ min: 1, max: 100, default: 20 }, { description: 'How many to a page.' }) limit!: number;

    @QueryText(
      { least: 1, most: 255 },
      { description: 'The id after which, older, the page begins.', example },
    )
    starting_after?: string;

    @QueryText(
      { least: 1, most: 255 },
      { description: 'The id before which, newer, the page ends.', example },
    )
    ending_before?: string;
  }
  return Query;
}

export interface CursorBody<Item> {
  readonly object: 'list';
  readonly data: readonly Item[];
  readonly has_more: boolean;
}

/** What such a list answers: `class KeyListBody extends CursorBodyOf<KeyBody>({ type: [KeyBody], description }) {}`. */
export function CursorBodyOf<Item>(items: ApiPropertyOptions): new () => CursorBody<Item> {
  class Body implements CursorBody<Item> {
    @Always('list', 'Says that this is a list.') object!: 'list';
    @ApiProperty(items) data!: readonly Item[];
    @Flag('Whether there are more beyond this page.') has_more!: boolean;
  }
  return Body;
}

export function cursorRequestOf<P extends Prefix>(prefix: P, query: CursorQuery): CursorRequest<Id<P>> {
  const { limit, starting_after, ending_before } = query;
  if (starting_after !== undefined && ending_before !== undefined) {
    throw new ApiError('invalid_request', 'starting_after and ending_before exclude each other.');
  }
  const after = queriedId('starting_after', prefix, starting_after);
  const before = queriedId('ending_before', prefix, ending_before);
  return { limit, ...(after !== undefined && { after }), ...(before !== undefined && { before }) };
}

export const cursorBody = <Thing, Item>(
  { items, hasMore }: CursorPage<Thing>,
  present: (thing: Thing) => Item,
): CursorBody<Item> => ({ object: 'list', data: items.map(present), has_more: hasMore });

/** An id in a query. What is no such id is refused: a list of nothing would look like an answer. */
export function queriedId<P extends Prefix>(
  name: string,
  prefix: P,
  text: string | undefined,
): Id<P> | undefined {
  if (text === undefined) return undefined;
  const id = parseId(prefix, text);
  if (id === undefined)
    throw new ApiError('invalid_request', `${name} must be an id that begins with ${prefix}_.`);
  return id;
}
