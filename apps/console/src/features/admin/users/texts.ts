import type { Texts } from '../../../i18n/languages.js';

const en = {
  title: 'Users',
  empty: 'No users yet',
  account: 'Account',
  details: 'User',
  changed: 'Last changed',
  auditTitle: 'Audit trail',
  asSubject: 'Changes to this user',
  asActor: 'Changes by this user',
};

export const USERS_TEXTS: Texts<typeof en> = {
  en,
  de: {
    title: 'Benutzer',
    empty: 'Noch keine Benutzer',
    account: 'Konto',
    details: 'Benutzer',
    changed: 'Zuletzt geändert',
    auditTitle: 'Prüfprotokoll',
    asSubject: 'Änderungen an diesem Benutzer',
    asActor: 'Änderungen durch diesen Benutzer',
  },
  fr: {
    title: 'Utilisateurs',
    empty: 'Pas encore d’utilisateur',
    account: 'Compte',
    details: 'Utilisateur',
    changed: 'Dernière modification',
    auditTitle: 'Journal d’audit',
    asSubject: 'Changements de cet utilisateur',
    asActor: 'Changements faits par cet utilisateur',
  },
  es: {
    title: 'Usuarios',
    empty: 'Aún no hay usuarios',
    account: 'Cuenta',
    details: 'Usuario',
    changed: 'Último cambio',
    auditTitle: 'Registro de auditoría',
    asSubject: 'Cambios de este usuario',
    asActor: 'Cambios hechos por este usuario',
  },
};
