import type { FuzzCase, Style } from './cases.js';
import { OPERATIONS } from './operations.js';

/** Counts responses by operation, status and style. */
export class Tally {
  readonly #byOperation = new Map(OPERATIONS.map(({ id }) => [id, { granted: 0, refused: 0 }]));
  readonly #byStatus = new Map<number, number>();
  readonly #byStyle = new Map<Style, number>();
  answers = 0;

  count({ operation, style, method }: FuzzCase, status: number): void {
    this.answers += 1;
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    this.#byStyle.set(style, (this.#byStyle.get(style) ?? 0) + 1);
    const counts = this.#byOperation.get(operation.id);
    // Raw bytes and other methods may reach another operation.
    if (counts === undefined || style === 'raw' || method !== operation.method) return;
    // A submitted form redirects.
    if (status < 400) counts.granted += 1;
    else counts.refused += 1;
  }

  get unreached(): string[] {
    return [...this.#byOperation].filter(([, { granted }]) => granted === 0).map(([id]) => id);
  }

  get granted(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#byOperation].map(([id, { granted }]) => [id, granted]));
  }

  get statuses(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#byStatus].sort(([left], [right]) => left - right));
  }

  get styles(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#byStyle);
  }
}
