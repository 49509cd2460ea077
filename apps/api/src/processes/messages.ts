/** What a process of the API says to the one that started it. */
export type FromMember =
  | { readonly kind: 'up'; readonly url: string; readonly announcements: readonly string[] }
  | { readonly kind: 'says'; readonly line: string }
  | { readonly kind: 'failed'; readonly words: string }
  | { readonly kind: 'asks'; readonly number: number }
  | { readonly kind: 'tells'; readonly number: number; readonly text: string };

/** What it is told: to tell its own numbers, and the numbers of all, for the request with that number. */
export type FromPrimary =
  | { readonly kind: 'tell'; readonly number: number }
  | { readonly kind: 'told'; readonly number: number; readonly text: string };

/** How a process learns which one it is and where the database is that the first process started. */
export const MEMBER_NUMBER = 'FLORIN_PROCESS';
export const MEMBER_DATABASE = 'FLORIN_PROCESS_DATABASE';
