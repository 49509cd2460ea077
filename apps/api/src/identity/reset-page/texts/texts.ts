import type { PasswordProblem } from '@florin/identity';
import type { LinkTexts, PageText } from '../../../pages/common-texts.js';

export type FormProblem = PasswordProblem | 'missing' | 'different';

/** The texts of the page that sets a new password, in one language. */
export interface ResetTexts extends LinkTexts {
  readonly title: string;
  readonly intro: string;
  readonly labels: { readonly password: string; readonly repeat: string };
  hint(least: number, most: number): string;
  readonly problems: Readonly<Record<FormProblem, string>>;
  readonly correctFields: string;
  readonly save: string;
  readonly done: PageText;
}
