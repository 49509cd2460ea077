import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunningProcess {
  /** When it began, in words that are only good for comparing: a pid's next holder began at another time. */
  readonly startedAt: string;
  readonly command: string;
}

/** The process that has this pid, or undefined when none runs; a zombie has ended and counts as none. */
export function findProcess(pid: number): RunningProcess | undefined {
  try {
    return process.platform === 'linux' ? readFromProc(pid) : readFromPs(pid);
  } catch {
    // Both sources answer with an error, each in its own way, when there is no such process.
    return undefined;
  }
}

export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (findProcess(pid) !== undefined) {
    if (performance.now() > deadline) return false;
    await sleep(25);
  }
  return true;
}

function readFromProc(pid: number): RunningProcess | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program's name stands in parentheses and may hold spaces, so the fields are counted from behind it.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return undefined;
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return { startedAt: `${boot} ${fields[18] ?? ''}`, command };
}

function readFromPs(pid: number): RunningProcess | undefined {
  const columns = ['-ww', '-o', 'state=,lstart=,command=', '-p', String(pid)];
  const line = execFileSync('ps', columns, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } }).trim();
  const match = /^(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/s.exec(line);
  if (match === null || match[1]?.startsWith('Z')) return undefined;
  return { startedAt: match[2] ?? '', command: match[3] ?? '' };
}
