/**
 * How rows are held until the commit. Weaker than FOR UPDATE: what refers to such a row by its key, which nobody changes,
 * can be written meanwhile.
 */
export const ROW_LOCK = { mode: 'for_no_key_update' } as const;
