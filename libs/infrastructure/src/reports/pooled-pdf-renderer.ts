import { Piscina } from 'piscina';
import { Unavailable } from '../postgres/errors.js';

interface PdfColumn {
  readonly label: string;
  /** In points. The column without one has the rest of the page. */
  readonly width?: number;
  readonly align?: 'right';
  /** Long text continues on the next line. In other columns it gets a smaller font. */
  readonly wraps?: boolean;
}

/** A printable table. All texts are formatted and in the language of the reader. */
export interface PdfTable {
  readonly title: string;
  /** BCP 47. */
  readonly language: string;
  readonly createdAt: Date;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly columns: readonly PdfColumn[];
  readonly rows: readonly (readonly string[])[];
  readonly summary: readonly (readonly [label: string, value: string])[];
  readonly footer: string;
  /** With `{page}` and `{pages}`. */
  readonly pageText: string;
  readonly emptyText: string;
  /** Printed if the font lacks a character, which is then shown as □. */
  readonly missingText: string;
}

interface PdfSettings {
  readonly maxWaiting?: number;
}

/** Documents are drawn one at a time in a worker thread: 10,000 rows take seconds, which would block the event loop. */
export class PooledPdfRenderer {
  #pool: Piscina | undefined;
  #isClosed = false;

  constructor(private readonly settings: PdfSettings = {}) {}

  async render(table: PdfTable): Promise<Uint8Array> {
    try {
      return (await this.#openPool().run(table, { name: 'render' })) as Uint8Array;
    } catch (cause) {
      throw new Unavailable('PDF documents are temporarily unavailable. Try again in a moment.', 2, {
        cause,
      });
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool?.destroy();
  }

  /** The thread starts with the first document, and ends when there were none for a while. */
  #openPool(): Piscina {
    if (this.#isClosed) throw new Error('The PDF renderer is closed');
    if (this.#pool !== undefined) return this.#pool;
    const pool = new Piscina({
      filename: new URL('./pdf-worker.js', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      maxQueue: this.settings.maxWaiting ?? 16,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    // Without a listener, a thread that fails before its first task ends the process.
    pool.on('error', () => {
      if (this.#pool !== pool || this.#isClosed) return;
      this.#pool = undefined;
      void pool.destroy();
    });
    this.#pool = pool;
    return pool;
  }
}
