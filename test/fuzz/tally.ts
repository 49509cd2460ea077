import type { FuzzCase, Style } from './cases.js';
import { OPERATIONS } from './operations.js';

/** How often each operation answered how. */
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
    // Noise and other methods may be about anything.
    if (counts === undefined || style === 'raw' || method !== operation.method) return;
    // A form that went through sends the browser on.
    if (status < 400) counts.granted += 1;
    else counts.refused += 1;
  }

  /** Operations that have granted nothing yet. */
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
