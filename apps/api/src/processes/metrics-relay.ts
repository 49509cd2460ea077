import type { FromPrimary } from './messages.js';

export interface Listener {
  send(message: FromPrimary): unknown;
}

interface Question {
  readonly texts: string[];
  missing: number;
  readonly answer: () => void;
}

/** A process that does not answer by then is left out: it may be dying, and the others' numbers are wanted now. */
const PATIENCE_MS = 1_000;

/** Gathers the numbers of all processes for the one that was asked for them. */
export class MetricsRelay {
  private readonly questions = new Map<number, Question>();
  private count = 0;

  ask(asker: Listener, number: number, everybody: readonly Listener[]): void {
    const id = ++this.count;
    const texts: string[] = [];
    const answer = (): void => {
      clearTimeout(timer);
      if (this.questions.delete(id)) asker.send({ kind: 'told', number, text: mergeMetrics(texts) });
    };
    const timer = setTimeout(answer, PATIENCE_MS);
    this.questions.set(id, { texts, missing: everybody.length, answer });
    for (const listener of everybody) listener.send({ kind: 'tell', number: id });
  }

  hear(id: number, text: string): void {
    const question = this.questions.get(id);
    if (question === undefined) return;
    question.texts.push(text);
    question.missing -= 1;
    if (question.missing === 0) question.answer();
  }
}

/** Each metric once, with the samples of all. The texts are told apart by a label, so that no two samples meet. */
export function mergeMetrics(texts: readonly string[]): string {
  const metrics = new Map<string, { readonly head: string; readonly samples: string[] }>();
  for (const block of texts.flatMap((text) => text.trim().split('\n\n'))) {
    const [help = '', type = '', ...samples] = block.split('\n');
    const head = `${help}\n${type}`;
    const known = metrics.get(head);
    if (known === undefined) metrics.set(head, { head, samples });
    else known.samples.push(...samples);
  }
  const blocks = [...metrics.values()].map(({ head, samples }) => [head, ...samples].join('\n'));
  return `${blocks.join('\n\n')}\n`;
}
