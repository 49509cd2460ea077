/** Measures the heap of a process that was started with --inspect, after garbage collection. */
export class Heap {
  #socket;
  #calls = new Map();
  #count = 0;

  /** `output` contains the URL that Node prints for its inspector. */
  static async of(output) {
    const address = /Debugger listening on (ws:\S+)/.exec(output)?.[1];
    if (address === undefined) throw new Error('The process has no inspector.');
    const heap = new Heap();
    await heap.#open(address);
    return heap;
  }

  async #open(address) {
    this.#socket = new WebSocket(address);
    this.#socket.onmessage = ({ data }) => {
      const { id, result } = JSON.parse(data);
      this.#calls.get(id)?.(result);
      this.#calls.delete(id);
    };
    await new Promise((resolve, reject) => {
      this.#socket.onopen = resolve;
      this.#socket.onerror = () => reject(new Error('The inspector cannot be reached.'));
    });
    await this.#call('HeapProfiler.enable');
  }

  /** In bytes. Collects twice, because finalizers may release further objects. */
  async afterCollection() {
    await this.#call('HeapProfiler.collectGarbage');
    await this.#call('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#call('Runtime.getHeapUsage');
    return usedSize;
  }

  close() {
    this.#socket.close();
  }

  #call(method) {
    const id = ++this.#count;
    this.#socket.send(JSON.stringify({ id, method }));
    return new Promise((resolve) => this.#calls.set(id, resolve));
  }
}
