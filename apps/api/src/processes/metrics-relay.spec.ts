import { describe, expect, it, jest } from '@jest/globals';
import type { FromPrimary } from './messages.js';
import { mergeMetrics, MetricsRelay } from './metrics-relay.js';

const textOf = (process: string, count: number): string =>
  `# HELP a First.\n# TYPE a counter\na{process="${process}"} ${count}\n\n# HELP b Second.\n# TYPE b gauge\n` +
  `b{process="${process}"} 1\n`;

class Heard {
  readonly messages: FromPrimary[] = [];

  send(message: FromPrimary): void {
    this.messages.push(message);
  }

  numberAsked(): number {
    return this.messages.at(-1)?.number ?? NaN;
  }
}

describe('the numbers of several processes', () => {
  it('come as one text in which every metric is described once', () => {
    expect(mergeMetrics([textOf('1', 5), textOf('2', 7)])).toBe(
      '# HELP a First.\n# TYPE a counter\na{process="1"} 5\na{process="2"} 7\n\n' +
        '# HELP b Second.\n# TYPE b gauge\nb{process="1"} 1\nb{process="2"} 1\n',
    );
  });

  it('are told to whoever asked once all have answered, under the number it asked with', () => {
    const relay = new MetricsRelay();
    const [asker, other] = [new Heard(), new Heard()];
    relay.ask(asker, 41, [asker, other]);
    const id = other.numberAsked();
    relay.hear(id, textOf('1', 5));
    expect(asker.messages).toEqual([{ kind: 'tell', number: id }]);
    relay.hear(id, textOf('2', 7));
    expect(asker.messages.at(-1)).toEqual({
      kind: 'told',
      number: 41,
      text: mergeMetrics([textOf('1', 5), textOf('2', 7)]),
    });
  });

  it('are told without those of a process that does not answer', () => {
    jest.useFakeTimers();
    const relay = new MetricsRelay();
    const [asker, silent] = [new Heard(), new Heard()];
    relay.ask(asker, 1, [asker, silent]);
    const id = asker.numberAsked();
    relay.hear(id, textOf('1', 5));
    jest.advanceTimersByTime(2_000);
    jest.useRealTimers();
    expect(asker.messages.at(-1)).toEqual({ kind: 'told', number: 1, text: textOf('1', 5) });
    relay.hear(id, textOf('2', 7));
    expect(asker.messages).toHaveLength(2);
  });
});
