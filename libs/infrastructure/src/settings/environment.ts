import { plainToInstance, Transform } from 'class-transformer';
import {
  getMetadataStorage,
  IsIn,
  IsInt,
  Matches,
  Max,
  Min,
  ValidateBy,
  validateSync,
} from 'class-validator';
import { A_MAIL_FROM, A_MAIL_URL, parseMailFrom, parseMailUrl } from './mail-settings.js';
import { BadSetting, type Environment } from './bad-setting.js';
import {
  databaseUrlProblem,
  jwtSecretProblem,
  LOG_LEVELS,
  parseWholeNumber,
  wholeNumberProblem,
} from './shared-settings.js';

/** A password or a secret may start or end with a space. */
const NEVER_TRIMMED: ReadonlySet<string> = new Set(['ADMIN_PASSWORD', 'JWT_SECRET']);

/** An empty value counts as not set. `BadSetting` has the name of the first bad setting, not its value: it may be secret. */
export function readEnvironment<Settings extends object>(
  type: new () => Settings,
  environment: Environment,
): Settings {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const values: Record<string, string> = {};
  for (const name of new Set(rules.map(({ propertyName }) => propertyName))) {
    const text = NEVER_TRIMMED.has(name) ? environment[name] : environment[name]?.trim();
    if (text) values[name] = text;
  }
  const settings = plainToInstance(type, values);
  const [error] = validateSync(settings, { stopAtFirstError: true });
  if (error === undefined) return settings;
  throw new BadSetting(error.property, Object.values(error.constraints ?? {})[0] ?? 'is not valid');
}

const INVALID = Symbol('invalid');

/** `convert` returns undefined for invalid text. */
export const TransformWith = (convert: (text: string) => unknown, problem: string): PropertyDecorator =>
  composeDecorators(
    Transform(({ value }: { value: string }) => convert(value) ?? INVALID),
    ValidateWith((value: unknown) => (value === INVALID ? problem : undefined)),
  );

export function IsWholeNumber(min: number, max: number): PropertyDecorator {
  const message = wholeNumberProblem(min, max);
  return composeDecorators(
    Transform(({ value }: { value: string }) => parseWholeNumber(value)),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
}

export const IsOneOf = (values: readonly string[]): PropertyDecorator =>
  IsIn(values, { message: `must be one of ${values.join(', ')}` });

export const IsLogLevel = (): PropertyDecorator => IsOneOf(LOG_LEVELS);
export const IsDatabaseUrl = (): PropertyDecorator => ValidateWith(databaseUrlProblem);
export const IsJwtSecret = (): PropertyDecorator => ValidateWith(jwtSecretProblem);

export const IsMailUrl = (): PropertyDecorator => TransformWith(parseMailUrl, A_MAIL_URL);
export const IsMailFrom = (): PropertyDecorator => TransformWith(parseMailFrom, A_MAIL_FROM);

export type NumberOrOff = number | 'off';

export const IsSettlementDelay = (): PropertyDecorator =>
  TransformWith(numberOrOff(9_999_999), 'must be a whole number of seconds from 0 to 9999999, or off');

export const IsWorkerPort = (): PropertyDecorator =>
  TransformWith(numberOrOff(65_535), 'must be a whole number from 0 to 65535, or off');

/** The characters that an Authorization header can carry. */
export const IsMetricsToken = (): PropertyDecorator =>
  Matches(/^[\x21-\x7e]{16,}$/, { message: 'must be 16 or more ASCII characters without spaces' });

const numberOrOff =
  (max: number) =>
  (text: string): NumberOrOff | undefined => {
    if (text === 'off') return text;
    return parseWholeNumber(text) <= max ? Number(text) : undefined;
  };

const ValidateWith = (problemOf: (value: never) => string | undefined): PropertyDecorator =>
  ValidateBy({
    name: 'unless',
    validator: {
      validate: (value: never) => problemOf(value) === undefined,
      defaultMessage: (subject) => problemOf(subject?.value as never) ?? '',
    },
  });

const composeDecorators =
  (...decorators: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
