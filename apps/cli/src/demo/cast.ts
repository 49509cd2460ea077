import type { AccountType, OpenAccountInput } from '@florin/accounts';
import type { Chance } from './chance.js';

interface Place {
  readonly currency: string;
  readonly timezone: string;
  readonly language: string;
  /** In minor units. */
  readonly smallPrice: number;
}

const PLACES: readonly Place[] = [
  { currency: 'EUR', timezone: 'Europe/Vienna', language: 'de', smallPrice: 900 },
  { currency: 'USD', timezone: 'America/New_York', language: 'en', smallPrice: 1_000 },
  { currency: 'GBP', timezone: 'Europe/London', language: 'en-GB', smallPrice: 800 },
  { currency: 'JPY', timezone: 'Asia/Tokyo', language: 'ja', smallPrice: 1_200 },
  { currency: 'EUR', timezone: 'Europe/Paris', language: 'fr', smallPrice: 1_100 },
  { currency: 'CHF', timezone: 'Europe/Zurich', language: 'de-CH', smallPrice: 1_500 },
  { currency: 'KWD', timezone: 'Asia/Kuwait', language: 'ar', smallPrice: 3_000 },
  { currency: 'BRL', timezone: 'America/Sao_Paulo', language: 'pt-BR', smallPrice: 4_500 },
];

const listed = (text: string): readonly string[] => text.split(', ');

const FIRST = listed('Linden, Harbour, Copper, Juniper, Marble, North, Saffron, Willow, Amber, Quartz');
const SECOND = listed('Bakery, Books, Cycles, Garden, Kitchen, Press, Studio, Tea House, Tools, Yarn');
const PEOPLE = listed('ada, bruno, chiara, david, elif, farid, grace, hana, ivan, julia, kofi, lena');
const SUPPLIES = listed('flour, paper, rent, electricity, delivery, repairs, wages, insurance, advertising');

export const FAILURES = listed(
  'bank refused, account of the payee closed, limit exceeded, processor timed out',
);

export interface Shop {
  readonly input: Omit<OpenAccountInput, 'password'>;
  readonly smallPrice: number;
  readonly dailyVolume: number;
}

/** Names and emails are unique within a seed. */
export function shopNumber(number: number, seed: number, chance: Chance): Shop {
  const name = `${FIRST[number % FIRST.length] ?? ''} ${SECOND[(number + Math.floor(number / FIRST.length)) % SECOND.length] ?? ''}`;
  const place = PLACES[number % PLACES.length] ?? chance.pick(PLACES);
  const { currency, timezone, language, smallPrice } = place;
  const address = `${name.toLowerCase().replaceAll(' ', '-')}-${number + 1}@demo-${seed}.example.com`;
  const type: AccountType = chance.is(0.8) ? 'business' : 'individual';
  return {
    input: { email: address, name, type, settings: { currency, timezone, language } },
    smallPrice,
    dailyVolume: chance.between(2, 9),
  };
}

export const customerOf = (chance: Chance): string =>
  `${chance.pick(PEOPLE)}.${chance.between(1, 99)}@customers.example.com`;

export const supplyOf = (chance: Chance): string =>
  `${chance.pick(SUPPLIES)} ${chance.between(1_000, 9_999)}`;
