export class BadSetting extends Error {
  constructor(
    readonly setting: string,
    problem: string,
  ) {
    super(`${setting} ${problem}`);
    this.name = 'BadSetting';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;
