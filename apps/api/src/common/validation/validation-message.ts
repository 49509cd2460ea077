import type { ValidationError } from '@nestjs/common';
import { truncate } from '../errors/truncate.js';
import { originalName } from './raw-fields.js';

const MAX_PROBLEMS = 10;

/** All problems in one message: `amount must be …; settings.currency must be …; items[2].amount must be ….` */
export function validationMessage(errors: readonly ValidationError[]): string {
  const problems = problemsIn(errors);
  const listed = problems.slice(0, MAX_PROBLEMS).join('; ');
  const omitted = problems.length - MAX_PROBLEMS;
  return omitted > 0 ? `${listed}; and ${omitted} more.` : `${listed}.`;
}

const problemsIn = (errors: readonly ValidationError[], parent = ''): string[] =>
  errors.flatMap(({ property, constraints = {}, children = [] }) => {
    const path = parent === '' ? '' : `${parent}.`;
    // The rule of the field already rejects what is not an object.
    const { nestedValidation: _, ...broken } = constraints;
    return [
      ...Object.entries(broken).map(([rule, message]) =>
        rule === 'whitelistValidation'
          ? `Unknown parameter: ${path}${truncate(originalName(property))}`
          : `${path}${message}`,
      ),
      ...problemsIn(children, isIndex(property) ? `${parent}[${property}]` : `${path}${property}`),
    ];
  });

const isIndex = (property: string): boolean => /^\d+$/.test(property);
