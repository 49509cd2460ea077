import { randomBytes } from 'node:crypto';
import { Interrupted, PostgresEventReader, signMessage } from '@florin/infrastructure';
import type { EventEnvelope } from '@florin/kernel';
import { eventBody } from '@florin/ledger';
import { getAccount, parseAccountName } from '../account.js';
import { BEFORE_ALL, readNew, requireEventType } from '../account-events.js';
import { withSchema } from '../database.js';
import { PipeClosed, toStream } from '../destination.js';
import { EXIT, UsageError } from '../errors.js';
import type { CommonOptions, Run } from '../invocation.js';

interface Options extends CommonOptions {
  readonly account: string;
  readonly forwardTo: string;
  readonly events?: string;
}

interface Forwarded {
  readonly time: string;
  readonly type: string;
  readonly id: string;
  /** Null without a response. */
  readonly status: number | null;
}

/** As for deliveries. */
const TIMEOUT_MS = 15_000;
const COLUMNS = { time: 8, type: 25, id: 30 };

export const run: Run<Options> = (invocation) => {
  const { options, report, terminal } = invocation;
  const { signal } = terminal;
  const name = parseAccountName(options.account, '--account');
  const url = requireUrl(options.forwardTo);
  const types = options.events?.split(',').map((type) => requireEventType(type.trim()));
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const output = toStream(terminal.stdout);
  const print = (line: string, json: object): Promise<void> =>
    output.write(`${report.isJson ? JSON.stringify(json) : line}\n`);

  const forward = async (event: EventEnvelope): Promise<Forwarded> => {
    const { id, type } = event;
    const body = JSON.stringify(eventBody(event));
    const now = new Date();
    const timestamp = Math.floor(now.getTime() / 1_000);
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signMessage(secret, id, timestamp, body),
    };
    const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const sent = { method: 'POST', headers, body, redirect: 'manual', signal: ending } as const;
    const status = await fetch(url, sent).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      (error: unknown) => {
        if (!signal.aborted) report.note(`${url} did not respond: ${causeOf(error)}`);
        return null;
      },
    );
    return { time: now.toISOString(), type, id, status };
  };

  return withSchema(invocation, async (source) => {
    const { id } = await getAccount(source, name);
    const reader = new PostgresEventReader(source);
    const { items } = await reader.list(id, { limit: 1 });
    try {
      await print(`Signing secret: ${secret}\n\n${HEADING}`, { account_id: id, forward_to: url, secret });
      for await (const page of readNew(reader, id, items[0]?.id ?? BEFORE_ALL, true, signal)) {
        for (const event of page.filter(({ type }) => types?.includes(type) ?? true)) {
          const forwarded = await forward(event);
          if (signal.aborted) break;
          await print(lineOf(forwarded), forwarded);
        }
      }
    } catch (error) {
      if (error instanceof PipeClosed) return EXIT.pipeClosed;
      throw error;
    }
    throw new Interrupted();
  });
};

function requireUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UsageError('--forward-to must be a URL such as http://localhost:4000/webhooks');
  return url.href;
}

/** The reason of a failed fetch is in its cause, which has no message if it is several errors. */
function causeOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  if (name === 'TimeoutError') return `no response within ${TIMEOUT_MS / 1_000} s`;
  return [cause?.message, cause?.code, message].find(Boolean) ?? name;
}

/** At most 80 columns. */
const columns = (time: string, type: string, id: string, status: string): string =>
  `${time.padEnd(COLUMNS.time)}  ${type.padEnd(COLUMNS.type)}  ${id.padEnd(COLUMNS.id)}  ${status}`;

const HEADING = columns('time', 'type', 'event', 'status');

const lineOf = ({ time, type, id, status }: Forwarded): string =>
  columns(time.slice(11, 19), type, id, status === null ? 'no response' : String(status));
