import type { Account, UpdateAccount } from '@florin/client';

/** The fields of the form: texts, as they are typed. */
export interface AccountFields {
  readonly name: string;
  readonly email: string;
  readonly timezone: string;
  readonly language: string;
  readonly currency: string;
}

export const fieldsOf = ({ name, email, settings }: Account): AccountFields => ({
  name,
  email,
  timezone: settings.timezone,
  language: settings.language,
  currency: settings.currency,
});

/** Only what differs, so that a change made elsewhere meanwhile stays; undefined without a difference. */
export function accountChanges(account: Account, edits: Partial<AccountFields>): UpdateAccount | undefined {
  const current = fieldsOf(account);
  const changed = Object.entries(edits).filter(
    ([name, value]) => value !== current[name as keyof AccountFields],
  );
  if (changed.length === 0) return undefined;
  const { name, email, ...settings } = Object.fromEntries(changed) as Partial<AccountFields>;
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}
