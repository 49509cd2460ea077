// Nest and class-transformer silently drop fields whose names are properties of every object, such as `constructor`
// and `toString`, at any depth. Under another name they reach class-validator, which rejects unknown fields.
const RENAMED = '?';

const isDropped = (name: string): boolean => name in Object.prototype || name === 'prototype';

export const originalName = (name: string): string =>
  name.startsWith(RENAMED) && isDropped(name.slice(RENAMED.length)) ? name.slice(RENAMED.length) : name;

/**
 * Prepares a body or query for `ValidationPipe`. `metadata` is wrapped in a function, which class-transformer does not
 * copy; `@IsMetadata` unwraps it.
 */
export function withRawFieldsProtected(sent: unknown): unknown {
  if (Array.isArray(sent)) return sent.map(withRawFieldsProtected);
  if (typeof sent !== 'object' || sent === null) return sent;
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent) as [string, unknown][]) {
    const fieldName = isDropped(name) ? `${RENAMED}${name}` : name;
    fields[fieldName] = name === 'metadata' ? () => value : withRawFieldsProtected(value);
  }
  return fields;
}

export const unwrapped = (value: unknown): unknown =>
  typeof value === 'function' ? (value as () => unknown)() : value;
