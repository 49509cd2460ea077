/** Messages printed to the terminal once the server listens, such as the first password. Never logged. */
export class StartupMessages {
  private readonly messages: string[] = [];

  get lines(): readonly string[] {
    return this.messages;
  }

  add(line: string): void {
    this.messages.push(line);
  }
}
