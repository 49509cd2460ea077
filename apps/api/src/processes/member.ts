import { setTimeout as delay } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { MetricsExchange } from '../health/metrics.js';
import { type FromMember, type FromPrimary, MEMBER_DATABASE, MEMBER_NUMBER } from './messages.js';

/** After this long the numbers of the others are done without. */
const PATIENCE_MS = 2_000;

/** One of several processes that serve the same port: its way to the one that started it, and through it to the rest. */
export class Member implements MetricsExchange {
  private own: () => Promise<string> = () => Promise.resolve('');
  private readonly asked = new Map<number, (text: string) => void>();
  private questions = 0;

  private constructor(
    readonly name: string,
    readonly databaseUrl: string,
  ) {
    process.on('message', (message: FromPrimary) => {
      void this.hear(message);
    });
  }

  /** Undefined in a process that nobody started as one of several. */
  static here(): Member | undefined {
    const { [MEMBER_NUMBER]: number, [MEMBER_DATABASE]: url } = process.env;
    if (process.send === undefined || number === undefined || url === undefined) return undefined;
    return new Member(number, url);
  }

  up(url: string, announcements: readonly string[]): void {
    say({ kind: 'up', url, announcements });
  }

  /** Says a line to the person at the terminal, through the one process that talks to them. */
  says(line: string): void {
    say({ kind: 'says', line });
  }

  /** Answers when the words have been handed over. */
  failed(words: string): Promise<void> {
    return new Promise((resolve) => {
      process.send?.({ kind: 'failed', words } satisfies FromMember, () => {
        resolve();
      });
    });
  }

  offer(registry: Registry): void {
    this.own = () => registry.metrics();
  }

  async collect(): Promise<string> {
    const number = ++this.questions;
    const told = new Promise<string>((resolve) => this.asked.set(number, resolve));
    say({ kind: 'asks', number });
    const text = await Promise.race([told, delay(PATIENCE_MS, undefined, { ref: false })]);
    this.asked.delete(number);
    return text ?? this.own();
  }

  private async hear(message: FromPrimary): Promise<void> {
    if (message.kind === 'told') this.asked.get(message.number)?.(message.text);
    else say({ kind: 'tells', number: message.number, text: await this.own() });
  }
}

/** Without a channel the one to talk to is gone, and this process is about to end. */
function say(message: FromMember): void {
  if (process.connected) process.send?.(message);
}
