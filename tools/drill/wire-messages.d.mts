export class Messages {
  constructor(options: { readonly hasTypes: boolean });
  add(chunk: Buffer): Buffer[];
}

export function isCommit(message: Buffer): boolean;
export function isCommitAnswer(message: Buffer): boolean;
