import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@florin/identity';
import { html, type Html } from '../../pages/html.js';
import { type Message, messagePage } from '../../pages/messages.js';
import type { FormProblem, ResetTexts } from './texts/texts.js';

export type RenderedPage = Message<ResetTexts>;

const FIELDS = ['password', 'repeat'] as const;
type FieldName = (typeof FIELDS)[number];

/** The form; with the problem of the password that was sent, which is never sent back. */
export function formPage(texts: ResetTexts, problem?: FormProblem): RenderedPage {
  const notice = html`<p class="note note-bad" role="alert">${texts.correctFields}</p>`;
  const content = html`<h1>${texts.title}</h1>
    <p class="description">${texts.intro}</p>
    <form method="post">
      ${problem !== undefined && notice}
      <div class="fields">${FIELDS.map((name) => fieldOf(name, texts, problem))}</div>
      <button type="submit">${texts.save}</button>
    </form>`;
  const title = problem === undefined ? texts.title : `${texts.correctFields} ${texts.title}`;
  return { texts, title, content };
}

function fieldOf(name: FieldName, texts: ResetTexts, problem: FormProblem | undefined): Html {
  const isRepeat = name === 'repeat';
  const ownProblem = (problem === 'different') === isRepeat ? problem : undefined;
  const hint = html`<p class="hint" id="password-hint">
    ${texts.hint(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH)}
  </p>`;
  return html`<div class="field field-wide">
    <label for="${name}">${texts.labels[name]}</label>
    <input
      id="${name}"
      name="${name}"
      type="password"
      autocomplete="new-password"
      autocapitalize="off"
      spellcheck="false"
      required
      minlength="${MIN_PASSWORD_LENGTH}"
      aria-describedby="${isRepeat ? '' : 'password-hint '}${name}-problem"
      ${ownProblem !== undefined && html`aria-invalid="true"`}
      ${problem !== undefined && !isRepeat && html`autofocus`}
    />
    ${!isRepeat && hint}
    <p class="problem" id="${name}-problem">${ownProblem !== undefined && texts.problems[ownProblem]}</p>
  </div>`;
}

export const donePage = (texts: ResetTexts): RenderedPage => messagePage(texts, texts.done, 'done');
