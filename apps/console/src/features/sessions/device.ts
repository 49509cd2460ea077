export interface Device {
  readonly program: string;
  readonly system?: string;
}

/** Browsers name others before themselves, so the order matters. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const MAX_LENGTH = 60;

/** The browser and the operating system of a `User-Agent`; its beginning if it is not of a known browser. */
export function deviceOf(agent: string): Device {
  const nameIn = (table: typeof BROWSERS) => table.find(([pattern]) => pattern.test(agent))?.[1];
  const program = nameIn(BROWSERS) ?? shortened(agent);
  const system = nameIn(SYSTEMS);
  return { program, ...(system !== undefined && { system }) };
}

const shortened = (text: string): string =>
  text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
