/** For operations without query parameters: rejects every parameter. */
export class EmptyQuery {}

/** For operations without a body: accepts an empty object, rejects every field. */
export class EmptyBody {}
