import { parseDateOrInstant } from '@florin/kernel';
import { UsageError } from './errors.js';

export type Given = Readonly<Record<string, string | boolean | undefined>>;

/** The options of one invocation, read as what they should be and refused by name when they are not. */
export class Values {
  constructor(private readonly given: Given) {}

  text(name: string): string | undefined {
    const value = this.given[name];
    if (value === '') throw new UsageError(`--${name} needs a value`);
    return typeof value === 'string' ? value : undefined;
  }

  flag(name: string): boolean {
    return this.given[name] === true;
  }

  integer(name: string, range: { least: number; most: number; otherwise: number }): number {
    const text = this.text(name);
    if (text === undefined) return range.otherwise;
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= range.least && value <= range.most) return value;
    throw new UsageError(`--${name} must be a whole number from ${range.least} to ${range.most}`);
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[], otherwise: Choice): Choice {
    const text = this.text(name);
    if (text === undefined) return otherwise;
    const choice = choices.find((known) => known === text);
    if (choice === undefined) throw new UsageError(`--${name} must be ${choices.join(' or ')}`);
    return choice;
  }

  /** The first or the last instant that is meant: a date is a whole day in UTC. */
  instant(name: string, edge: 'start' | 'end'): Date | undefined {
    const text = this.text(name);
    const instant = parseDateOrInstant(text, edge);
    if (text !== undefined && instant === undefined) {
      throw new UsageError(`--${name} must be a date (2026-03-31) or an instant (2026-03-31T09:30:00Z)`);
    }
    return instant;
  }
}
