import type { CardInput } from '@florin/payments';
import { fieldsOf } from '../../pages/forms.js';

/** More than a card number has: pasted numbers contain spaces and dashes. */
export const MAX_INPUT_LENGTH = 64;

/** A missing field is an empty one, which `parseCard` reports. */
export function cardInputOf(body: unknown): CardInput {
  const fields = fieldsOf(body);
  const text = (name: string): string => (fields.get(name) ?? '').slice(0, MAX_INPUT_LENGTH);
  return { number: text('number'), expiry: text('expiry'), code: text('code') };
}
