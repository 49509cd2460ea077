/** Lines for whoever starts the service by hand, printed once it listens: a first password, a hint. Never logged. */
export class Announcements {
  private readonly collected: string[] = [];

  get lines(): readonly string[] {
    return this.collected;
  }

  add(line: string): void {
    this.collected.push(line);
  }
}
