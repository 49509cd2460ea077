export {
  type Account,
  ACCOUNT_EVENTS,
  ACCOUNT_STATE_MACHINE,
  ACCOUNT_STATUSES,
  ACCOUNT_TYPES,
  type AccountAction,
  type AccountChange,
  type AccountEvent,
  type AccountEventType,
  type AccountStatus,
  type AccountType,
  type ClosedAccount,
  type NewAccount,
  OPEN_STATUSES,
  type OpenStatus,
} from './account/account.js';
export { AccountDirectory, type AccountFilter } from './account/account.directory.js';
export type { AccountEvents, AccountRepository } from './account/account.repository.js';
export {
  type AccountBalances,
  type AccountMails,
  type AccountDependents,
  type AccountsStores,
  AccountsUnitOfWork,
  type Actor,
  type OwnerDirectory,
  type OwnerPasswordHash,
  OwnerPasswords,
} from './account/account.stores.js';
export {
  A_BRAND_COLOR,
  type Branding,
  type BrandingChange,
  createLogo,
  type Logo,
  MAX_LOGO_BYTES,
  NO_BRANDING,
  parseBrandColor,
  problemOfLogo,
} from './account/branding.js';
export { CloseAccount } from './account/close-account.js';
export { GetAccount } from './account/get-account.js';
export { IMAGE_TYPES, type ImageType } from './account/image.js';
export { type Language, LANGUAGE_PATTERN, parseLanguage } from './account/language.js';
export { OpenAccount, type OpenAccountInput } from './account/open-account.js';
export { SetAccountStatus } from './account/set-account-status.js';
export {
  type AccountSettings,
  DEFAULT_SETTINGS,
  SETTINGS_KEYS,
  type SettingsChange,
} from './account/settings.js';
export { parseTimeZone, TIME_ZONE_PATTERN, type TimeZone } from './account/time-zone.js';
export { UpdateAccount } from './account/update-account.js';
export type { AccountsCode } from './errors.js';
