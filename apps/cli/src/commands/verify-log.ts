import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { CHAIN_START, hashEvent, parseJsonText } from '@florin/infrastructure';
import type { EventBody } from '@florin/ledger';
import { EXIT, Failure, UsageError } from '../errors.js';
import type { CommonOptions, Run } from '../invocation.js';
import { count, plural, printable } from '../terminal.js';

interface Options extends CommonOptions {
  readonly after?: string;
  readonly head?: string;
}

interface Log {
  readonly account_id: string;
  readonly event_id: string;
  readonly hash: string;
}

const HASH = /^[0-9a-f]{64}$/;

/** Needs no database: the file contains all that is hashed. */
export const run: Run<Options> = async ({ arguments: [file = ''], options, report }) => {
  const { after = CHAIN_START, head } = options;
  for (const [name, value] of Object.entries({ after, head })) {
    if (value !== undefined && !HASH.test(value)) {
      throw new UsageError(`--${name} must be a hash: 64 lower-case hexadecimal digits`);
    }
  }
  const logs = new Map<string, Log>();
  const problems: string[] = [];
  let [events, erased] = [0, 0];
  for await (const { line, event } of readEvents(file)) {
    events += 1;
    const { hash, erased_at, ...content } = event;
    const { account_id, id } = content;
    const previous = logs.get(account_id);
    if (hash === null) {
      problems.push(`line ${line}: ${id} has no hash; run florin chain-events and export again`);
      continue;
    }
    logs.set(account_id, { account_id, event_id: id, hash });
    if (previous !== undefined && previous.event_id >= id) {
      problems.push(`line ${line}: ${id} is not newer than the event before it`);
    }
    if (erased_at !== undefined) erased += 1;
    else if (hashEvent(previous?.hash ?? after, content) !== hash) {
      problems.push(`line ${line}: the hash of ${id} does not follow from the event and the previous hash`);
    }
  }
  if (logs.size === 0) throw new Failure(`${file} contains no event`);
  if (logs.size > 1 && (options.after ?? head) !== undefined) {
    throw new UsageError('--after and --head need a file with the events of one account');
  }
  for (const { account_id, event_id, hash } of logs.values()) {
    if (head !== undefined && head !== hash) problems.push(`the log ends with hash ${hash}, not ${head}`);
    report.print(`${account_id} ends with ${event_id}\n  ${hash}`);
  }
  for (const problem of problems) report.print(printable(problem));
  const erasedText = erased === 0 ? '' : `, ${count(erased)} of them erased`;
  report.print(
    problems.length === 0
      ? `The log is intact: ${plural(events, 'event')}${erasedText}.`
      : `The log is damaged: ${plural(problems.length, 'finding')} in ${plural(events, 'event')}${erasedText}.`,
  );
  report.result({ intact: problems.length === 0, events, erased, problems, logs: [...logs.values()] });
  return problems.length === 0 ? EXIT.ok : EXIT.failure;
};

async function* readEvents(
  file: string,
): AsyncGenerator<{ readonly line: number; readonly event: EventBody }> {
  let line = 0;
  try {
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      line += 1;
      if (text.trim() !== '') yield { line, event: parseEvent(text, `${file}, line ${line}`) };
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function parseEvent(text: string, place: string): EventBody {
  let event: Partial<EventBody>;
  try {
    event = parseJsonText(text) as Partial<EventBody>;
  } catch {
    throw new Failure(`${place} is not JSON`);
  }
  const { id, account_id, hash } = event;
  const isHash = hash === null || (typeof hash === 'string' && HASH.test(hash));
  if (typeof id !== 'string' || typeof account_id !== 'string' || !isHash) {
    throw new Failure(`${place} is not an event; export it with florin events --all --json`);
  }
  return event as EventBody;
}
