/** Names the setting at fault; its message is the one line with which a start ends. */
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
export type SettingReader = ReturnType<typeof settingReader>;

/** Reads single settings from the environment and refuses what it cannot read, naming the setting. */
export function settingReader(environment: Environment) {
  // An empty value is how a shell or a compose file says "not set".
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined;

  return {
    text,
    /** As it was written: a password or a secret may begin or end with a space. */
    exact: (name: string): string | undefined => environment[name] || undefined,
    integer(name: string, range: { least: number; most: number; otherwise: number }): number {
      const given = text(name);
      if (given === undefined) return range.otherwise;
      return integerOf(name, given, range.least, range.most);
    },
  };
}

function integerOf(name: string, given: string, least: number, most: number): number {
  const value = /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new BadSetting(name, `must be a whole number from ${least} to ${most}`);
}
