/** The text of libs/client/src/schema.ts. */
export function clientTypes(document: object): Promise<string>;
