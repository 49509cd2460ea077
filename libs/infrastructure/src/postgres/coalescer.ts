export interface CoalescerLimits {
  /** The most different questions that one read carries; the others wait for the next. */
  readonly questions: number;
  /** The most reads that are under way at once. */
  readonly reads: number;
}

/** Best where a question is small: several reads at once would each carry fewer of them, and cost about as much. */
const ONE_FOR_ALL: CoalescerLimits = { questions: Infinity, reads: 1 };

type Question<Answer> = PromiseWithResolvers<Answer | undefined>;

/**
 * Puts many questions to the database in one query: those that come in the same turn of the event loop, and those that
 * come while another read is under way. A read that has begun takes no more questions, so an answer is never older than
 * its question.
 */
export class Coalescer<Key, Answer> {
  #waiting = new Map<Key, Question<Answer>>();
  #underWay = 0;
  #isScheduled = false;

  constructor(
    private readonly read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>,
    private readonly limits: CoalescerLimits = ONE_FOR_ALL,
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
    const isFull = this.#underWay === this.limits.reads;
    if (this.#isScheduled || isFull || this.#waiting.size === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#readWaiting();
    });
  }

  async #readWaiting(): Promise<void> {
    const batch = this.#takeBatch();
    this.#underWay += 1;
    this.#schedule();
    try {
      const answers = await this.read([...batch.keys()]);
      for (const [key, { resolve }] of batch) resolve(answers.get(key));
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    } finally {
      this.#underWay -= 1;
      this.#schedule();
    }
  }

  #takeBatch(): Map<Key, Question<Answer>> {
    const all = this.#waiting;
    const { questions } = this.limits;
    if (all.size <= questions) {
      this.#waiting = new Map();
      return all;
    }
    const batch = new Map([...all].slice(0, questions));
    for (const key of batch.keys()) all.delete(key);
    return batch;
  }
}
