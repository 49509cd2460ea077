import type { AccountType, OpenAccountInput } from '@florin/accounts';
import type { SeededRandom } from './seeded-random.js';

interface Market {
  readonly currency: string;
  readonly timezone: string;
  readonly language: string;
  /** In minor units. */
  readonly smallPrice: number;
}

const MARKETS: readonly Market[] = [
  { currency: 'EUR', timezone: 'Europe/Vienna', language: 'de', smallPrice: 900 },
  { currency: 'USD', timezone: 'America/New_York', language: 'en', smallPrice: 1_000 },
  { currency: 'GBP', timezone: 'Europe/London', language: 'en-GB', smallPrice: 800 },
  { currency: 'JPY', timezone: 'Asia/Tokyo', language: 'ja', smallPrice: 1_200 },
  { currency: 'EUR', timezone: 'Europe/Paris', language: 'fr', smallPrice: 1_100 },
  { currency: 'CHF', timezone: 'Europe/Zurich', language: 'de-CH', smallPrice: 1_500 },
  { currency: 'KWD', timezone: 'Asia/Kuwait', language: 'ar', smallPrice: 3_000 },
  { currency: 'BRL', timezone: 'America/Sao_Paulo', language: 'pt-BR', smallPrice: 4_500 },
];

const splitList = (text: string): readonly string[] => text.split(', ');

const NAME_PREFIXES = splitList(
  'Linden, Harbour, Copper, Juniper, Marble, North, Saffron, Willow, Amber, Quartz',
);
const NAME_SUFFIXES = splitList(
  'Bakery, Books, Cycles, Garden, Kitchen, Press, Studio, Tea House, Tools, Yarn',
);
const CUSTOMER_NAMES = splitList(
  'ada, bruno, chiara, david, elif, farid, grace, hana, ivan, julia, kofi, lena',
);
const SUPPLIES = splitList(
  'flour, paper, rent, electricity, delivery, repairs, wages, insurance, advertising',
);

export const FAILURES = splitList(
  'bank refused, account of the payee closed, limit exceeded, processor timed out',
);

export interface Shop {
  readonly input: Omit<OpenAccountInput, 'password'>;
  readonly smallPrice: number;
  readonly dailyVolume: number;
}

/** Names and emails are unique within a seed. */
export function createShop(number: number, seed: number, random: SeededRandom): Shop {
  const name = `${NAME_PREFIXES[number % NAME_PREFIXES.length] ?? ''} ${NAME_SUFFIXES[(number + Math.floor(number / NAME_PREFIXES.length)) % NAME_SUFFIXES.length] ?? ''}`;
  const market = MARKETS[number % MARKETS.length] ?? random.pick(MARKETS);
  const { currency, timezone, language, smallPrice } = market;
  const address = `${name.toLowerCase().replaceAll(' ', '-')}-${number + 1}@demo-${seed}.example.com`;
  const type: AccountType = random.boolean(0.8) ? 'business' : 'individual';
  return {
    input: { email: address, name, type, settings: { currency, timezone, language } },
    smallPrice,
    dailyVolume: random.between(2, 9),
  };
}

export const randomCustomer = (random: SeededRandom): string =>
  `${random.pick(CUSTOMER_NAMES)}.${random.between(1, 99)}@customers.example.com`;

export const randomSupply = (random: SeededRandom): string =>
  `${random.pick(SUPPLIES)} ${random.between(1_000, 9_999)}`;
