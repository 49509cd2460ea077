import {
  BRAND_NAMES,
  BRAND_OF_PREFIX,
  CARD_FIELDS,
  type CardField,
  type CardProblems,
  firstValidExpiryMonth,
} from '@florin/payments';
import { COMMON_MARKS } from './card-marks.js';
import { MAX_INPUT_LENGTH } from './form-body.js';
import { sizeOf } from './format.js';
import { html, type Html } from '../../pages/html.js';
import type { Texts } from './texts/texts.js';

/** For autofill and input validation in the browser. */
const FIELDS: Readonly<Record<CardField, { autocomplete: string; pattern: string }>> = {
  number: { autocomplete: 'cc-number', pattern: '[\\p{Nd}\\p{Pd}\\p{Cf}\\s]{12,}' },
  expiry: {
    autocomplete: 'cc-exp',
    pattern: '\\s*(\\p{Nd}{1,2}[\\s\\/.\\-]*\\p{Nd}{2,4}|\\p{Nd}{4}[\\s\\/.\\-]+\\p{Nd}{1,2})\\s*',
  },
  code: { autocomplete: 'cc-csc', pattern: '\\s*\\p{Nd}{3,4}\\s*' },
};

/** The table of the domain, so that the script shows the brand that the payment will have. */
const BRANDS = JSON.stringify(BRAND_OF_PREFIX.map(([prefix, brand]) => [prefix.source, BRAND_NAMES[brand]]));

const LOCK = html`<svg class="lock" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
  <path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2M3 7h10v7H3z" />
</svg>`;

export interface CardForm {
  readonly texts: Texts;
  /** Formatted. */
  readonly amount: string;
  readonly now: Date;
  readonly problems: CardProblems;
  /** Shown again after an error in another field. Number and code are never sent back. */
  readonly expiry: string;
  readonly cancelUrl?: string | undefined;
}

export const hasProblems = (problems: CardProblems): boolean => Object.keys(problems).length > 0;

/** Works without the script, which adds formatting and validation while typing. */
export function cardForm({ texts, amount, now, problems, expiry, cancelUrl }: CardForm): Html {
  const errorNotice = html`<p class="note note-bad" role="alert">${texts.correctFields}</p>`;
  const fields = CARD_FIELDS.map((name) => fieldOf(name, texts, problems, name === 'expiry' ? expiry : ''));
  return html`<form class="card" method="post" data-card-form data-month="${firstValidExpiryMonth(now)}">
    <h2>${texts.cardDetails}</h2>
    ${hasProblems(problems) && errorNotice}
    <div class="fields">${fields}</div>
    <p class="unsent" aria-live="assertive" data-unsent="${texts.offline}"></p>
    <button type="submit" class="pay pay-${sizeOf(amount)}" data-busy="${texts.paying}">
      ${texts.pay(amount)}
    </button>
    ${cancelUrl !== undefined && html`<p><a class="cancel" href="${cancelUrl}">${texts.cancel}</a></p>`}
    <p class="small">${LOCK} ${texts.notStored}</p>
  </form>`;
}

function fieldOf(name: CardField, texts: Texts, problems: CardProblems, value: string): Html {
  const { autocomplete, pattern } = FIELDS[name];
  const hint = texts.hints[name];
  const problem = problems[name];
  const messages = texts.problems[name];
  const message = problem === undefined ? '' : messages[problem];
  const isFirstProblem = CARD_FIELDS.find((field) => problems[field] !== undefined) === name;
  const describedBy = hint === '' ? `${name}-problem` : `${name}-hint ${name}-problem`;
  const hintText = html`<p class="hint" id="${name}-hint">${hint}</p>`;
  return html`<div class="field field-${name}">
    <label for="${name}">${texts.labels[name]}</label>
    ${
      name === 'number' &&
      html`<span class="marks" data-marks>
        <span class="brand" data-brand data-brands="${BRANDS}" aria-hidden="true"></span>
        ${COMMON_MARKS}
      </span>`
    }
    <input
      id="${name}"
      name="${name}"
      type="text"
      dir="ltr"
      inputmode="numeric"
      autocomplete="${autocomplete}"
      autocapitalize="off"
      spellcheck="false"
      required
      maxlength="${MAX_INPUT_LENGTH}"
      pattern="${pattern}"
      value="${value}"
      aria-describedby="${describedBy}"
      ${problem !== undefined && html`aria-invalid="true"`}
      ${isFirstProblem && html`autofocus`}
      data-missing="${messages.missing}"
      data-invalid="${messages.invalid}"
      data-expired="${messages.expired}"
    />
    ${hint !== '' && hintText}
    <p class="problem" id="${name}-problem" aria-live="polite">${message}</p>
  </div>`;
}
