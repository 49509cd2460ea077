/** Lines for whoever starts the service by hand, printed once it listens: a first password, a hint. Never logged. */
export class StartupMessages {
  private readonly messages: string[] = [];

  get lines(): readonly string[] {
    return this.messages;
  }

  add(line: string): void {
    this.messages.push(line);
  }
}
