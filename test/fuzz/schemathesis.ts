import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPythonPackage } from '../support/python-package.js';

const REQUIREMENT = 'schemathesis==4.32.5';

export interface Schemathesis {
  readonly command: string;
  /** A temporary folder for reports, and for the package if it was installed. */
  readonly folder: string;
}

/**
 * Finds Schemathesis (SCHEMATHESIS=/path/to/it), or installs it from PyPI into a temporary virtual environment. If that is
 * not possible, prints what is missing and returns undefined.
 */
export function provideSchemathesis(print: (line: string) => void): Schemathesis | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'florin-schemathesis-'));
  const named = process.env['SCHEMATHESIS'];
  if (named !== undefined) return { command: named, folder };
  const problem = installPythonPackage(folder, REQUIREMENT);
  if (problem === undefined) return { command: join(folder, 'bin', 'schemathesis'), folder };
  removeSchemathesis({ folder });
  print(`skipping the Schemathesis test, which needs ${problem}`);
  return undefined;
}

export const removeSchemathesis = ({ folder }: Pick<Schemathesis, 'folder'>): void => {
  rmSync(folder, { recursive: true, force: true });
};

/** The parts of its JSON report that the test reads. */
export interface SchemathesisReport {
  /** `completed`, or the limit that was reached first. */
  readonly stop_reason: string;
  readonly complete: boolean;
  readonly operations: { readonly selected: number; readonly tested: number };
  readonly test_cases: { readonly generated: number };
  readonly failures: readonly { readonly type: string; readonly count: number }[];
  readonly errors: readonly { readonly title: string }[];
}

/** A failed check of one request. */
export interface Finding {
  readonly type: string;
  /** Method and path template. */
  readonly operation: string;
  /** Status and body; empty without a response. */
  readonly response: string;
}

export interface SchemathesisRun {
  readonly report: SchemathesisReport;
  readonly findings: readonly Finding[];
  /** What it printed, with a request for each failure. */
  readonly output: string;
}

/** Runs all checks against a service. Continues after failures, so that a known one hides no other. */
export async function runSchemathesis(
  { command, folder }: Schemathesis,
  url: string,
  token: string,
  options: readonly string[],
): Promise<SchemathesisRun> {
  const [report, events] = [join(folder, 'report.json'), join(folder, 'events.ndjson')];
  for (const path of [report, events]) rmSync(path, { force: true });
  const parameters = [
    ...['run', `${url}/openapi.json`, '--url', url, '--header', `Authorization: Bearer ${token}`],
    ...['--checks', 'all', '--continue-on-failure', '--no-color', '--generation-database', 'none'],
    ...['--report-json-path', report, '--report-ndjson-path', events],
    ...options,
  ];
  // Not in the current folder, from which it would read a configuration.
  const child = spawn(command, parameters, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  try {
    return {
      report: JSON.parse(readFileSync(report, 'utf8')) as SchemathesisReport,
      findings: readFileSync(events, 'utf8').trim().split('\n').flatMap(findingsIn),
      output,
    };
  } catch (error) {
    throw new Error(`Schemathesis wrote no report:\n${output}`, { cause: error });
  }
}

interface Recorder {
  readonly checks?: Readonly<Record<string, readonly Check[]>>;
  readonly cases: Readonly<Record<string, { readonly value: { method: string; path: string } }>>;
  readonly interactions?: Readonly<Record<string, { readonly response?: RecordedResponse }>>;
}

interface Check {
  readonly failure_info?: { readonly failure: { readonly type: string } };
}

interface RecordedResponse {
  readonly status_code: number;
  readonly content?: { readonly $base64: string };
}

/** The JSON report names each failure of an operation only once, so that one could hide another. */
function findingsIn(line: string): Finding[] {
  const { ScenarioFinished } = JSON.parse(line) as { ScenarioFinished?: { recorder: Recorder } };
  if (ScenarioFinished === undefined) return [];
  const { checks = {}, cases, interactions = {} } = ScenarioFinished.recorder;
  return Object.entries(checks).flatMap(([id, results]) =>
    results.flatMap(({ failure_info }) => {
      if (failure_info === undefined) return [];
      const { method, path } = cases[id]!.value;
      const response = textOf(interactions[id]?.response);
      return [{ type: failure_info.failure.type, operation: `${method} ${path}`, response }];
    }),
  );
}

const textOf = (response: RecordedResponse | undefined): string =>
  response === undefined
    ? ''
    : `${response.status_code} ${Buffer.from(response.content?.$base64 ?? '', 'base64').toString()}`;
