/** An instant with the precision that a JavaScript date has. */
export const instant = (name: string) => ({ name, type: 'timestamptz', precision: 3 }) as const;
export const optionalInstant = (name: string) => ({ ...instant(name), nullable: true }) as const;
