import { isCleanText } from '@florin/kernel';
import { ApiError } from '../common/errors/api-error.js';
import { shortened } from '../common/errors/shortened.js';

/** Fields that may hold any character a keyboard can make: a password is hashed, never shown and never searched. */
const ANY_CHARACTER_FIELDS: ReadonlySet<string> = new Set(['password']);

const UNSTORABLE = /\u0000|\p{Cs}/u;

/** How many fields the body has in all, at every level. */
export interface BodyCensus {
  readonly fields: number;
}

/** Something inside a body that has an inside of its own, and the way to it. */
interface Node {
  readonly inside: object;
  readonly path: string;
}

/**
 * Checks every key and every text of a parsed body. Walks with a list of its own instead of the call stack: how deep
 * a body nests is the caller's choice until this function has refused it.
 */
export function inspectBody(body: object, maxDepth: number): BodyCensus {
  let fields = 0;
  let level: Node[] = [{ inside: body, path: '' }];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) throw refusal(`The body must not nest more than ${maxDepth} levels deep.`);
    const below: Node[] = [];
    for (const node of level) fields += inspectNode(node, depth === 1, below);
    level = below;
  }
  return { fields };
}

function inspectNode({ inside, path }: Node, isRoot: boolean, below: Node[]): number {
  if (Array.isArray(inside)) {
    for (const value of inside as unknown[]) inspectValue(value, path, false, below);
    return 0;
  }
  const keys = Object.keys(inside);
  for (const key of keys) {
    if (!isCleanText(key))
      throw refusal('The name of a field holds a control character or half a character.');
    // Kept, it would be a trap for any code that later copies the object key by key.
    if (key === '__proto__') throw refusal('No field may be named __proto__.');
    const value = (inside as Record<string, unknown>)[key];
    inspectValue(value, isRoot ? key : `${path}.${key}`, isRoot && ANY_CHARACTER_FIELDS.has(key), below);
  }
  return keys.length;
}

function inspectValue(value: unknown, path: string, anyCharacter: boolean, below: Node[]): void {
  if (typeof value === 'string') {
    const unclean = anyCharacter ? UNSTORABLE.test(value) : !isCleanText(value);
    const characters = anyCharacter ? 'the character NUL' : 'control characters';
    if (unclean) throw refusal(`${shortened(path)} must not hold ${characters} or half a character.`);
  } else if (typeof value === 'object' && value !== null) {
    below.push({ inside: value, path });
  }
}

/** The query part of an address, checked as a whole: each escape must be one, and spell text. */
export function inspectQuery(url: string): void {
  const start = url.indexOf('?');
  if (start === -1 || !url.includes('%', start)) return;
  const text = decoded(url.slice(start + 1));
  if (text === undefined) throw refusal('The query holds a malformed percent code.');
  if (!isCleanText(text)) throw refusal('The query must not hold control characters.');
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const refusal = (message: string): ApiError => new ApiError('invalid_request', message);
