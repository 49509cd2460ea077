// The command line of `npm run drill`.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DRILLS } from './drills.mjs';

const OPTIONS = {
  seconds: {
    description: 'duration of each drill (30, or until it has injected enough faults)',
    least: 0.5,
    most: 86_400,
  },
  every: { description: 'seconds between faults', least: 0.1, most: 3_600, defaultValue: 5 },
  times: { description: 'number of faults, instead of --seconds', least: 1, most: 100_000 },
  clients: { description: 'number of concurrent clients', least: 1, most: 1_000, defaultValue: 32 },
  seed: { description: 'seed of the requests and faults; timing still varies', least: 0, most: 2 ** 31 },
  patience: {
    description: 'factor for all timeouts, for a busy machine',
    least: 1,
    most: 100,
    defaultValue: 1,
  },
};

export class BadArguments extends Error {}

/** Undefined for --help. */
export function readArguments(args) {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const unknown = positionals.find((name) => !Object.hasOwn(DRILLS, name));
  if (unknown !== undefined) throw new BadArguments(`no drill ${unknown}; list them with --help.`);
  const options = Object.entries(OPTIONS).map(([name, option]) => [name, read(name, values[name], option)]);
  return {
    names: positionals.length > 0 ? positionals : namesThatCanRun(),
    options: {
      ...Object.fromEntries(options),
      seed: read('seed', values.seed, OPTIONS.seed) ?? randomInt(2 ** 31),
    },
  };
}

const namesThatCanRun = () =>
  Object.keys(DRILLS).filter((name) => DRILLS[name].database !== 'citus' || process.env.CITUS_URL);

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

function read(name, text, { least, most, defaultValue }) {
  if (text === undefined) return defaultValue;
  const value = Number(text);
  if (!(value >= least && value <= most))
    throw new BadArguments(`--${name} must be from ${least} to ${most}.`);
  return value;
}

export function helpText() {
  const line = (name, description) => `  ${name.padEnd(20)} ${description}`;
  return [
    'Runs PostgreSQL, two API instances and a worker under load, injects faults, and checks that no acknowledged',
    'write is lost and nothing happens twice. Each drill prints a summary line and a line of JSON.',
    '',
    'npm run drill -- [options] [drill …]      without a name: all drills, one after the other',
    '',
    'Drills:',
    ...Object.entries(DRILLS).map(([name, { description }]) => line(name, description)),
    '',
    'Options:',
    ...Object.entries(OPTIONS).map(([name, { description, defaultValue }]) =>
      line(`--${name} N`, defaultValue === undefined ? description : `${description} (${defaultValue})`),
    ),
  ].join('\n');
}
