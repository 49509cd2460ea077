import { type Command, InvalidArgumentError } from 'commander';
import type { Run } from './invocation.js';

export type Examples = readonly (readonly [comment: string, line: string])[];

/** Loads a command's code on its first use, so that help and completion start fast. */
type Load = () => Promise<{ readonly run: Run<never> }>;

export type Add = (name: string, summary: string, details: string, load: Load, examples: Examples) => Command;

export const integer =
  (least: number, most: number) =>
  (text: string): number => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Must be a whole number from ${least} to ${most}.`);
  };
