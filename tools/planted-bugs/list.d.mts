export interface PlantedBug {
  readonly name: string;
  /** What is wrong, in a sentence. */
  readonly why: string;
  readonly file: string;
  /** Occurs once in the file, to the letter; what is put in its place is the bug. */
  readonly find: string;
  readonly replace: string;
  readonly caughtBy: {
    /** Specs of this tier, found by a pattern of their paths, of which one at least must fail. */
    readonly tier?: 'unit' | 'int' | 'e2e' | 'deep';
    readonly specs?: string;
    /** The simulation must come upon it too, or alone. */
    readonly isSimulated?: boolean;
  };
}

export const PLANTED_BUGS: readonly PlantedBug[];
