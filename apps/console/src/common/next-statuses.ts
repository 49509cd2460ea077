const OFFERED = ['active', 'suspended'] as const;

type Transitions = Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>;

/** What the status of a user or an account can be changed to, without closing or deleting it. */
export const nextStatuses = (transitions: Transitions, status: string): readonly (typeof OFFERED)[number][] =>
  OFFERED.filter((next) => next !== status && Object.values(transitions[status] ?? {}).includes(next));
