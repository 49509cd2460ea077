import type { Account, AccountSettings, Branding } from '@florin/accounts';
import { EntitySchema } from 'typeorm';
import { idColumn, optional } from '../postgres/entity-mapping.js';
import { instant } from '../postgres/columns.js';

export type AccountRow = Omit<Account, 'settings' | 'branding' | 'closedAt'> &
  AccountSettings & {
    readonly brandColor: Branding['color'];
    readonly brandLogo: Branding['logo'];
    readonly supportEmail: Branding['supportEmail'];
    readonly website: Branding['website'];
    readonly closedAt: Date | undefined;
  };

export const AccountEntity = new EntitySchema<AccountRow>({
  name: 'account',
  tableName: 'accounts',
  columns: {
    id: { ...idColumn('acct'), primary: true },
    email: { type: 'text' },
    name: { type: 'text' },
    type: { type: 'text' },
    status: { type: 'text' },
    currency: { type: 'text' },
    timezone: { type: 'text' },
    language: { type: 'text' },
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
    closedAt: optional(instant('closed_at')),
    brandColor: optional({ name: 'brand_color', type: 'text' }),
    brandLogo: optional({ name: 'brand_logo', type: 'text' }),
    supportEmail: optional({ name: 'support_email', type: 'text' }),
    website: optional({ type: 'text' }),
  },
});

export const accountOf = ({
  currency,
  timezone,
  language,
  brandColor: color,
  brandLogo: logo,
  supportEmail,
  website,
  closedAt,
  ...row
}: AccountRow): Account => ({
  ...row,
  settings: { currency, timezone, language },
  branding: { color, logo, supportEmail, website },
  ...(closedAt !== undefined && { closedAt }),
});

export const accountRowOf = ({ settings, branding, closedAt, ...account }: Account): AccountRow => ({
  ...account,
  ...settings,
  brandColor: branding.color,
  brandLogo: branding.logo,
  supportEmail: branding.supportEmail,
  website: branding.website,
  closedAt,
});
