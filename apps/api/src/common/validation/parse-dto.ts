import { ApiError } from '../errors/api-error.js';
import { shortened } from '../errors/shortened.js';
import { type Field, fieldsOf, problemWith } from '../decorators/field.js';

/**
 * Makes a DTO of what a caller sent. Fields are copied one level deep and handed on as they are: nothing is coerced,
 * nothing recursed into, so that metadata comes out byte for byte and a name such as `constructor` is just a name.
 */
export function parseDto<Dto extends object>(dto: new () => Dto, sent: object, path = ''): Dto {
  const fields = fieldsOf(dto);
  const instance = new dto() as Record<string, unknown>;
  const problems: string[] = [];
  for (const [name, value] of Object.entries(sent)) {
    if (fields.has(name)) instance[name] = value;
    else problems.push(`${path}${shortened(name)} is not known here`);
  }
  for (const [name, field] of fields) {
    const problem = problemWith(instance[name], field);
    if (problem !== undefined) problems.push(`${path}${name} ${problem}`);
  }
  if (problems.length > 0) throw new ApiError('invalid_request', sentenceOf(problems));

  for (const [name, field] of fields) convert(instance, name, field, path);
  return instance as Dto;
}

const MOST_PROBLEMS_TOLD = 10;

function convert(instance: Record<string, unknown>, name: string, rule: Field, path: string): void {
  const value = instance[name];
  if (value === undefined) {
    if (rule.otherwise !== undefined) instance[name] = rule.otherwise;
  } else if (value !== null && rule.convert !== undefined) {
    instance[name] = rule.convert(value, `${path}${name}`);
  }
}

function sentenceOf(problems: readonly string[]): string {
  const told = problems.slice(0, MOST_PROBLEMS_TOLD).join('; ');
  const left = problems.length - MOST_PROBLEMS_TOLD;
  return left > 0 ? `${told}; and ${left} more.` : `${told}.`;
}
