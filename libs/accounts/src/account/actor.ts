/** Who asks, and from where. It goes along with every change, so that events and the audit trail can tell. */
export interface Actor {
  /** A user's or a key's id, or the word for nobody we know. */
  readonly name: string;
  readonly address: string | undefined;
  readonly agent: string | undefined;
}
