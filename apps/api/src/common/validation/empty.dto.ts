/** The query of an operation that takes no parameters: any parameter is refused as unknown. */
export class EmptyQuery {}

/** The body of an operation that takes none: an empty object is accepted, any field is refused as unknown. */
export class EmptyBody {}
