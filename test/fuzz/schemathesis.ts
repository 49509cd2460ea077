import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REQUIREMENT = 'schemathesis==4.32.5';
const IS_NEW_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 11))';
const INSTALL_TIMEOUT_MS = 300_000;

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
  const problem = installInto(folder);
  if (problem === undefined) return { command: join(folder, 'bin', 'schemathesis'), folder };
  removeSchemathesis({ folder });
  print(`skipping the Schemathesis test, which needs ${problem}`);
  return undefined;
}

export const removeSchemathesis = ({ folder }: Pick<Schemathesis, 'folder'>): void => {
  rmSync(folder, { recursive: true, force: true });
};

/** Returns what is missing. */
function installInto(folder: string): string | undefined {
  if (!succeeds('python3', '-c', IS_NEW_ENOUGH)) return 'Python 3.11 or newer as python3';
  if (!succeeds('python3', '-m', 'venv', folder)) return 'the Python module venv';
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', REQUIREMENT];
  return succeeds(join(folder, 'bin', 'python'), ...pip) ? undefined : `${REQUIREMENT} from PyPI`;
}

const succeeds = (command: string, ...parameters: readonly string[]): boolean =>
  spawnSync(command, parameters, { stdio: 'ignore', timeout: INSTALL_TIMEOUT_MS }).status === 0;

/** The parts of its JSON report that the test reads. */
export interface SchemathesisReport {
  readonly complete: boolean;
  readonly operations: { readonly selected: number; readonly tested: number };
  readonly test_cases: { readonly generated: number };
  readonly failures: readonly {
    readonly type: string;
    readonly title: string;
    readonly operations: readonly string[];
  }[];
  readonly errors: readonly { readonly title: string }[];
}

export interface SchemathesisRun {
  readonly report: SchemathesisReport;
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
  const path = join(folder, 'report.json');
  rmSync(path, { force: true });
  const parameters = [
    'run',
    `${url}/openapi.json`,
    '--url',
    url,
    '--header',
    `Authorization: Bearer ${token}`,
  ];
  const settings = [
    '--checks',
    'all',
    '--continue-on-failure',
    '--no-color',
    '--generation-database',
    'none',
  ];
  const child = spawn(command, [...parameters, ...settings, '--report-json-path', path, ...options], {
    // Not in this folder, from which it would read a configuration.
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  try {
    return { report: JSON.parse(readFileSync(path, 'utf8')) as SchemathesisReport, output };
  } catch (error) {
    throw new Error(`Schemathesis wrote no report:\n${output}`, { cause: error });
  }
}
