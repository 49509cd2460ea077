/** How many reads may be under way at once. Whoever asks meanwhile waits, and shares the next one. */
const MAX_UNDER_WAY = 4;

interface Question<Answer> {
  readonly resolve: (answer: Answer | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Puts questions that come in the same turn of the event loop to the database in one query. An answer is never older
 * than its question: a read that is under way takes nobody on.
 */
export class Coalescer<Key, Answer> {
  #waiting = new Map<Key, Question<Answer>[]>();
  #underWay = 0;
  #isScheduled = false;

  constructor(private readonly read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>) {}

  ask(key: Key): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      const questions = this.#waiting.get(key) ?? [];
      questions.push({ resolve, reject });
      this.#waiting.set(key, questions);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#underWay >= MAX_UNDER_WAY || this.#waiting.size === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#readWaiting();
    });
  }

  async #readWaiting(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = new Map();
    this.#underWay += 1;
    try {
      const answers = await this.read([...batch.keys()]);
      for (const [key, questions] of batch) for (const { resolve } of questions) resolve(answers.get(key));
    } catch (error) {
      for (const questions of batch.values()) for (const { reject } of questions) reject(error);
    } finally {
      this.#underWay -= 1;
      this.#schedule();
    }
  }
}
