type Question<Answer> = PromiseWithResolvers<Answer | undefined>;

/**
 * Puts many questions to the database in one query: those that come in the same turn of the event loop, and those that
 * come while another read is under way. That one takes nobody on, so an answer is never older than its question. With
 * several reads under way at once each would carry fewer questions, and cost about as much.
 */
export class Coalescer<Key, Answer> {
  #waiting = new Map<Key, Question<Answer>>();
  #isBusy = false;

  /** `most` bounds how many different questions one read carries; the others wait for the next. */
  constructor(
    private readonly read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>,
    private readonly most = Infinity,
  ) {}

  /** Who asks for the same thing in the same read gets the same answer. */
  ask(key: Key): Promise<Answer | undefined> {
    let question = this.#waiting.get(key);
    if (question === undefined) {
      question = Promise.withResolvers();
      this.#waiting.set(key, question);
      this.#schedule();
    }
    return question.promise;
  }

  #schedule(): void {
    if (this.#isBusy || this.#waiting.size === 0) return;
    this.#isBusy = true;
    setImmediate(() => void this.#readWaiting());
  }

  async #readWaiting(): Promise<void> {
    const batch = this.#takeBatch();
    try {
      const answers = await this.read([...batch.keys()]);
      for (const [key, { resolve }] of batch) resolve(answers.get(key));
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    } finally {
      this.#isBusy = false;
      this.#schedule();
    }
  }

  #takeBatch(): Map<Key, Question<Answer>> {
    const all = this.#waiting;
    if (all.size <= this.most) {
      this.#waiting = new Map();
      return all;
    }
    const batch = new Map([...all].slice(0, this.most));
    for (const key of batch.keys()) all.delete(key);
    return batch;
  }
}
