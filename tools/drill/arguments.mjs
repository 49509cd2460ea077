// What can be said on the command line of a drill.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DRILLS } from './drills.mjs';

const OPTIONS = {
  seconds: {
    words: 'how long each drill goes on; 30, or until it has struck often enough',
    least: 0.5,
    most: 86_400,
  },
  every: { words: 'seconds from one fault to the next', least: 0.1, most: 3_600, otherwise: 5 },
  times: { words: 'how many faults, however long it takes, in place of --seconds', least: 1, most: 100_000 },
  clients: { words: 'how many clients ask at the same time', least: 1, most: 1_000, otherwise: 32 },
  seed: { words: 'draws the same requests and faults again; timing stays chance', least: 0, most: 2 ** 31 },
  patience: {
    words: 'factor on all time limits, for a machine that is busy',
    least: 1,
    most: 100,
    otherwise: 1,
  },
};

export class BadArguments extends Error {}

/** The drills to run and how; undefined when it is help that was asked for. */
export function readArguments(args) {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const unknown = positionals.find((name) => !Object.hasOwn(DRILLS, name));
  if (unknown !== undefined) throw new BadArguments(`there is no drill ${unknown}; --help lists them.`);
  const options = Object.entries(OPTIONS).map(([name, option]) => [name, read(name, values[name], option)]);
  return {
    names: positionals.length > 0 ? positionals : Object.keys(DRILLS),
    options: {
      ...Object.fromEntries(options),
      seed: read('seed', values.seed, OPTIONS.seed) ?? randomInt(2 ** 31),
    },
  };
}

function parse(args) {
  const options = Object.keys(OPTIONS).map((name) => [name, { type: 'string' }]);
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { ...Object.fromEntries(options), help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new BadArguments(error.message);
  }
}

function read(name, text, { least, most, otherwise }) {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!(value >= least && value <= most))
    throw new BadArguments(`--${name} must be from ${least} to ${most}.`);
  return value;
}

export function helpText() {
  const line = (name, words) => `  ${name.padEnd(20)} ${words}`;
  return [
    'Runs Florin with PostgreSQL, two API instances and a worker under load, breaks something, and tells whether',
    'anything that was acknowledged is lost, or anything happened twice. Each drill ends with a line for people and',
    'a line of JSON.',
    '',
    'npm run drill -- [options] [drill …]      without a name: all of them, one after the other',
    '',
    'Drills:',
    ...Object.entries(DRILLS).map(([name, { words }]) => line(name, words)),
    '',
    'Options:',
    ...Object.entries(OPTIONS).map(([name, { words, otherwise }]) =>
      line(`--${name} N`, otherwise === undefined ? words : `${words} (${otherwise})`),
    ),
  ].join('\n');
}
