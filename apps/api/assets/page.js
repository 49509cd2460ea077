// Progressive enhancement of the payment page: groups digits while typing, validates fields, prevents a double submit, and
// counts down the time left. The page works without it.
(() => {
  'use strict';

  const form = document.querySelector('[data-card-form]');
  if (form) enhanceForm(form);
  const left = document.querySelector('[data-left]');
  if (left) countDown(left);
  const copy = document.querySelector('[data-copy]');
  if (copy && navigator.clipboard) enableCopy(copy);
  const print = document.querySelector('[data-print]');
  if (print) {
    print.hidden = false;
    print.addEventListener('click', () => window.print());
  }

  function enableCopy(button) {
    button.hidden = false;
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(button.dataset.copy).then(
        () => (button.textContent = button.dataset.copied),
        () => undefined,
      );
    });
  }

  function enhanceForm(form) {
    const button = form.querySelector('button[type=submit]');
    const inputs = [...form.querySelectorAll('input')];
    const label = button.textContent.trim();
    const unsent = form.querySelector('[data-unsent]');
    const brand = form.querySelector('[data-brand]');
    // During a rolling update, a page of the previous release may load this script: it has no brands.
    const brands = JSON.parse(brand.dataset.brands || '[]');
    let isBusy = false;

    // Replaces the validation messages of the browser by those beside the fields.
    form.noValidate = true;
    inputs.forEach((input) => {
      const onInput = (event) => {
        // Input methods (IME) must not be interrupted during a composition.
        if (event.isComposing) return;
        group(input);
        if (input.name === 'number') showBrand(form, brand, brandOf(input.value, brands));
        // The length of the security code depends on the card number.
        const checked = input.name === 'number' ? [input, form.elements.code] : [input];
        checked.forEach((field) => field.getAttribute('aria-invalid') && check(field, form));
      };
      input.addEventListener('input', onInput);
      input.addEventListener('compositionend', onInput);
      input.addEventListener('blur', () => {
        if (input.value.trim() !== '') check(input, form);
      });
    });
    form.addEventListener('submit', (event) => {
      const invalid = inputs.filter((input) => !check(input, form));
      if (isBusy || invalid.length > 0) {
        event.preventDefault();
        if (invalid.length > 0) invalid[0].focus();
        return;
      }
      // Without a connection, the browser would replace the form by an error page. Some browsers report the wrong state,
      // so a second submit is sent.
      if (unsent && unsent.textContent === '' && isOffline()) {
        event.preventDefault();
        unsent.textContent = unsent.dataset.unsent;
        return;
      }
      isBusy = true;
      button.setAttribute('aria-disabled', 'true');
      button.textContent = button.dataset.busy;
      // The user may have stopped the request. After the timeout of the bank a second submit is safe: the card is charged once.
      setTimeout(reset, 25_000);
    });
    window.addEventListener('online', () => {
      if (unsent) unsent.textContent = '';
    });
    // The back button restores the page in its busy state.
    window.addEventListener('pageshow', reset);

    function reset() {
      isBusy = false;
      button.removeAttribute('aria-disabled');
      button.textContent = label;
    }
  }

  /** A service on the same machine can be reached without any network. */
  function isOffline() {
    return !navigator.onLine && !/^(localhost|127\..+|\[::1\])$/.test(location.hostname);
  }

  /** Converts the decimal digits of any script, as the server does. */
  function plainDigits(text) {
    const isDigit = (code) => /\p{Nd}/u.test(String.fromCodePoint(code));
    return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0);
      let before = 0;
      while (isDigit(code - before - 1)) before += 1;
      return String(before % 10);
    });
  }

  /** Groups digits as on the card, only while the caret is at the end, so that it never moves. */
  function group(input) {
    if (input.selectionStart !== input.value.length) return;
    const text = plainDigits(input.value);
    const digits = text.replace(/\D/g, '');
    if (input.name === 'number') {
      const groups = /^3[47]/.test(digits) ? [4, 6, 5] : [4, 4, 4, 4, 3];
      let rest = digits;
      input.value = groups
        .map((size) => {
          const part = rest.slice(0, size);
          rest = rest.slice(size);
          return part;
        })
        .filter(Boolean)
        .join(' ');
    } else if (input.name === 'expiry') {
      const parts = expiryParts(text);
      if (parts) input.value = `${parts[0]} / ${parts[1]}`;
    } else if (input.name === 'code') {
      input.value = digits.slice(0, 4);
    }
  }

  /** Month and year, once the year has a digit. If the first two digits are no month, the first is: 539 is 05 / 39. */
  function expiryParts(text) {
    const [, month, between, year] = /^\s*(\d{2})([\s/.-]*)(\d*)\s*$/.exec(text) || [];
    if (Number(month) > 12) return between ? undefined : [`0${month[0]}`, (month[1] + year).slice(0, 4)];
    return year ? [month, year.slice(0, 4)] : undefined;
  }

  /** The name, and its mark instead of those of all brands. */
  function showBrand(form, element, name) {
    element.textContent = name;
    form
      .querySelectorAll('[data-mark]')
      .forEach((mark) => mark.classList.toggle('card-mark-other', name !== '' && mark.dataset.mark !== name));
  }

  /** From the fourth digit on: fewer digits are ambiguous. */
  function brandOf(text, brands) {
    const digits = plainDigits(text).replace(/\D/g, '');
    const found = brands.find(([prefix]) => new RegExp(prefix).test(digits));
    return found && digits.length >= 4 ? found[1] : '';
  }

  function check(input, form) {
    const problem = problemOf(input, form);
    const element = document.getElementById(`${input.name}-problem`);
    const message = problem ? input.dataset[problem] : '';
    // Screen readers announce every assignment, also of the same text.
    if (element.textContent !== message) element.textContent = message;
    if (problem) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    return !problem;
  }

  function problemOf(input, form) {
    const text = plainDigits(input.value).trim();
    if (text === '') return 'missing';
    if (input.name === 'number')
      return isCardNumber(text.replace(/[\s\p{Pd}\p{Cf}]/gu, '')) ? undefined : 'invalid';
    if (input.name === 'expiry') return problemOfExpiry(text, Number(form.dataset.month));
    const isAmex = /^3[47]/.test(plainDigits(form.elements.number.value));
    return (isAmex ? /^\d{4}$/ : /^\d{3}$/).test(text) ? undefined : 'invalid';
  }

  function isCardNumber(digits) {
    if (!/^\d{12,19}$/.test(digits)) return false;
    const sum = [...digits].reverse().reduce((total, character, index) => {
      const value = Number(character) * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return sum % 10 === 0;
  }

  /** By the clock of the server: that of the device may be wrong. */
  function problemOfExpiry(text, thisMonth) {
    // Autofill may use the format 2027-04.
    const inOrder = text.replace(/^(\d{4})(?:\s*[/.-]\s*|\s+)(\d{1,2})$/, '$2/$1');
    const match =
      /^(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{2}|\d{4})$/.exec(inOrder) || /^(\d{2})(\d{2}|\d{4})$/.exec(inOrder);
    const month = match ? Number(match[1]) : 0;
    if (month < 1 || month > 12) return 'invalid';
    const year = Number(match[2]) + (match[2].length === 2 ? 2000 : 0);
    const monthsLeft = year * 12 + month - 1 - thisMonth;
    if (monthsLeft < 0) return 'expired';
    return monthsLeft > 600 ? 'invalid' : undefined;
  }

  function countDown(element) {
    // A duration, because the clock of the device may be wrong.
    const end = Date.now() + Number(element.dataset.left);
    const format = new Intl.RelativeTimeFormat(element.dataset.locale || document.documentElement.lang, {
      numeric: 'always',
    });
    const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
    const tick = () => {
      const left = end - Date.now();
      // Loads the expired page, with a margin for clock differences. `replace` and not `reload`, which could submit the form
      // again.
      if (left <= 0) {
        setTimeout(() => location.replace(location.pathname + location.search), 2_000);
        return;
      }
      if (left >= 2 * day) element.textContent = format.format(Math.floor(left / day), 'day');
      else if (left >= 2 * hour) element.textContent = format.format(Math.floor(left / hour), 'hour');
      else if (left >= 2 * minute) element.textContent = format.format(Math.floor(left / minute), 'minute');
      else element.textContent = format.format(Math.ceil(left / 1_000), 'second');
      setTimeout(tick, left < 3 * minute ? 1_000 : 15_000);
    };
    tick();
  }
})();
