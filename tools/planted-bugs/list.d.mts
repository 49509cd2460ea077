export interface PlantedBug {
  readonly name: string;
  readonly why: string;
  readonly file: string;
  /** Occurs exactly once in the file and is replaced by `replace`. */
  readonly find: string;
  readonly replace: string;
  readonly caughtBy: {
    /** At least one spec of this tier whose path matches `specs` must fail. */
    readonly tier?: 'unit' | 'int' | 'e2e' | 'deep';
    readonly specs?: string;
    /** The simulation must fail, too. */
    readonly isSimulated?: boolean;
  };
}

export const PLANTED_BUGS: readonly PlantedBug[];
