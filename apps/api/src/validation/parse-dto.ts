import { type ValidationError, validateSync } from 'class-validator';
import { ApiError } from '../errors/api-error.js';
import { type DtoClass, fieldNamesOf, type FieldRule, rulesOf } from './field.js';

interface Shape {
  readonly names: ReadonlySet<string>;
  readonly rules: ReadonlyMap<string, FieldRule>;
}

const shapes = new WeakMap<DtoClass, Shape>();

/**
 * Makes a DTO of what a caller sent. Fields are copied one level deep and handed on as they are: nothing is coerced,
 * nothing recursed into, so that metadata comes out byte for byte and a name such as `constructor` is just a name.
 */
export function parseDto<Dto extends object>(dto: new () => Dto, sent: object, path = ''): Dto {
  const { names, rules } = shapeOf(dto);
  const instance = new dto() as Record<string, unknown>;
  const problems: string[] = [];
  for (const [name, value] of Object.entries(sent)) {
    if (names.has(name)) instance[name] = value;
    else problems.push(`${path}${shortened(name)} is not known here`);
  }
  const errors = validateSync(instance, VALIDATOR_OPTIONS);
  problems.push(...errors.flatMap((error) => wordsOf(error, path)));
  if (problems.length > 0) throw new ApiError('invalid_request', sentenceOf(problems));

  for (const [name, rule] of rules) convert(instance, name, rule, path);
  return instance as Dto;
}

const VALIDATOR_OPTIONS = { forbidUnknownValues: false, validationError: { target: false, value: false } };
const MOST_PROBLEMS_TOLD = 10;

function shapeOf(dto: DtoClass): Shape {
  let shape = shapes.get(dto);
  if (shape === undefined) {
    shape = { names: fieldNamesOf(dto), rules: rulesOf(dto) };
    shapes.set(dto, shape);
  }
  return shape;
}

function convert(instance: Record<string, unknown>, name: string, rule: FieldRule, path: string): void {
  const value = instance[name];
  if (value === undefined) {
    if (rule.otherwise !== undefined) instance[name] = rule.otherwise;
  } else if (value !== null && rule.convert !== undefined) {
    instance[name] = rule.convert(value, `${path}${name}`);
  }
}

const wordsOf = ({ constraints = {} }: ValidationError, path: string): string[] =>
  Object.values(constraints).map((words) => `${path}${words}`);

const shortened = (name: string): string => (name.length > 64 ? `${name.slice(0, 64)}…` : name);

function sentenceOf(problems: readonly string[]): string {
  const told = problems.slice(0, MOST_PROBLEMS_TOLD).join('; ');
  const left = problems.length - MOST_PROBLEMS_TOLD;
  return left > 0 ? `${told}; and ${left} more.` : `${told}.`;
}
