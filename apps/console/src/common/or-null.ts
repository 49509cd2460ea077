/** What a person typed; null, which clears the field, if that is nothing. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
