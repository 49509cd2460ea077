// What the page does better with a script: it groups digits while they are typed, tells a slip at once, keeps a
// second press of the button from counting, and lets the time run down. Without it everything still works.
(() => {
  'use strict';

  const form = document.querySelector('[data-card-form]');
  if (form) improveForm(form);
  const left = document.querySelector('[data-left]');
  if (left) runDown(left);

  function improveForm(form) {
    const button = form.querySelector('button');
    const inputs = [...form.querySelectorAll('input')];
    const label = button.textContent.trim();
    const unsent = form.querySelector('[data-unsent]');
    const brand = form.querySelector('[data-brand]');
    // While a new release is rolled out, the page of the one before it may get this script, and has none.
    const brands = JSON.parse(brand.dataset.brands || '[]');
    let isBusy = false;

    // The browser's own bubbles would come before our words beside the fields.
    form.noValidate = true;
    inputs.forEach((input) => {
      const typed = (event) => {
        // Keyboards that put a character together must be left alone until they have.
        if (event.isComposing) return;
        group(input);
        if (input.name === 'number') brand.textContent = brandOf(input.value, brands);
        // With the number it changes, too, how many digits the code has.
        const judged = input.name === 'number' ? [input, form.elements.code] : [input];
        judged.forEach((one) => one.getAttribute('aria-invalid') && check(one, form));
      };
      input.addEventListener('input', typed);
      input.addEventListener('compositionend', typed);
      input.addEventListener('blur', () => {
        if (input.value.trim() !== '') check(input, form);
      });
    });
    form.addEventListener('submit', (event) => {
      const wrong = inputs.filter((input) => !check(input, form));
      if (isBusy || wrong.length > 0) {
        event.preventDefault();
        if (wrong.length > 0) wrong[0].focus();
        return;
      }
      // Sent without a connection, the form would be gone and the browser's own words in its place. Some browsers are
      // wrong about it, and whoever presses again is believed.
      if (unsent && unsent.textContent === '' && isOffline()) {
        event.preventDefault();
        unsent.textContent = unsent.dataset.unsent;
        return;
      }
      isBusy = true;
      button.setAttribute('aria-disabled', 'true');
      button.textContent = button.dataset.busy;
      // Whoever stops the sending may press again, when even a slow bank would have answered: the card is charged once.
      setTimeout(beReady, 25_000);
    });
    window.addEventListener('online', () => {
      if (unsent) unsent.textContent = '';
    });
    // Coming back to the page finds it as it was left, and then it must be usable again.
    window.addEventListener('pageshow', beReady);

    function beReady() {
      isBusy = false;
      button.removeAttribute('aria-disabled');
      button.textContent = label;
    }
  }

  /** A service on the same machine can be reached without any network. */
  function isOffline() {
    return !navigator.onLine && !/^(localhost|127\..+|\[::1\])$/.test(location.hostname);
  }

  /** As the server reads them: the digits of any keyboard. */
  function plainDigits(text) {
    const isDigit = (code) => /\p{Nd}/u.test(String.fromCodePoint(code));
    return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0);
      let before = 0;
      while (isDigit(code - before - 1)) before += 1;
      return String(before % 10);
    });
  }

  /** Writes digits in the groups they have on a card, but only while typing at the end: it never moves the caret. */
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

  /** Once the year has begun. Where the first two digits are no month, the first alone is one: 539 is 05 / 39. */
  function expiryParts(text) {
    const [, month, between, year] = /^\s*(\d{2})([\s/.-]*)(\d*)\s*$/.exec(text) || [];
    if (Number(month) > 12) return between ? undefined : [`0${month[0]}`, (month[1] + year).slice(0, 4)];
    return year ? [month, year.slice(0, 4)] : undefined;
  }

  /** Told from the fourth digit on: before that they may still become those of another brand. */
  function brandOf(text, brands) {
    const digits = plainDigits(text).replace(/\D/g, '');
    const found = brands.find(([prefix]) => new RegExp(prefix).test(digits));
    return found && digits.length >= 4 ? found[1] : '';
  }

  function check(input, form) {
    const problem = problemOf(input, form);
    const element = document.getElementById(`${input.name}-problem`);
    const words = problem ? input.dataset[problem] : '';
    // Written anew it would be read out anew, with every key that is pressed.
    if (element.textContent !== words) element.textContent = words;
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

  /** By the server's calendar: that of the device may be years off. */
  function problemOfExpiry(text, thisMonth) {
    // The end as browsers fill it in, 2027-04, is turned round first.
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

  function runDown(element) {
    // How long, not until when: the clock of the device may be wrong by any time.
    const end = Date.now() + Number(element.dataset.left);
    const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'always' });
    const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
    const tick = () => {
      const left = end - Date.now();
      // The page says by itself that it has expired; a little later, so that the server's clock agrees. It is asked for
      // anew: reloading one that answered the form would send the form again.
      if (left <= 0) {
        setTimeout(() => location.replace(location.pathname), 2_000);
        return;
      }
      if (left >= 2 * day) element.textContent = words.format(Math.floor(left / day), 'day');
      else if (left >= 2 * hour) element.textContent = words.format(Math.floor(left / hour), 'hour');
      else if (left >= 2 * minute) element.textContent = words.format(Math.floor(left / minute), 'minute');
      else element.textContent = words.format(Math.ceil(left / 1_000), 'second');
      setTimeout(tick, left < 3 * minute ? 1_000 : 15_000);
    };
    tick();
  }
})();
