import type { AuditAction } from '@florin/identity';
import type { Texts } from '../../../i18n/languages.js';

interface AuditTexts {
  readonly title: string;
  readonly description: string;
  readonly empty: string;
  readonly emptyHint: string;
  readonly incompleteId: string;
  readonly incompleteIdHint: string;
  readonly action: string;
  readonly actor: string;
  readonly subject: string;
  readonly address: string;
  readonly agent: string;
  readonly changes: string;
  readonly time: string;
  readonly anonymous: string;
  readonly system: string;
  readonly actions: Readonly<Record<AuditAction, string>>;
}

const en: AuditTexts = {
  title: 'Audit trail',
  description:
    'Who changed users, sessions and API keys. Values are not recorded, only the names of the fields.',
  empty: 'No entries yet',
  emptyHint: 'Sign-ins and changes of users and keys appear here.',
  incompleteId: 'Enter a complete ID',
  incompleteIdHint: 'For example the ID of a user, which begins with user_.',
  action: 'Action',
  actor: 'Actor',
  subject: 'Subject',
  address: 'IP address',
  agent: 'User agent',
  changes: 'Details',
  time: 'Time',
  anonymous: 'Not signed in',
  system: 'System',
  actions: {
    'user.created': 'User created',
    'user.updated': 'User updated',
    'user.deleted': 'User deleted',
    'user.password_reset': 'Password reset',
    'session.started': 'Session started',
    'session.ended': 'Session ended',
    'api_key.created': 'API key created',
    'api_key.revoked': 'API key revoked',
    'webhook_endpoint.disabled': 'Webhook endpoint disabled',
  },
};

const de: AuditTexts = {
  title: 'Prüfprotokoll',
  description:
    'Wer Benutzer, Sitzungen und API-Schlüssel geändert hat. Werte werden nicht aufgezeichnet, nur die Namen der Felder.',
  empty: 'Noch keine Einträge',
  emptyHint: 'Hier erscheinen Anmeldungen sowie Änderungen an Benutzern und Schlüsseln.',
  incompleteId: 'Geben Sie eine vollständige ID ein',
  incompleteIdHint: 'Zum Beispiel die ID eines Benutzers, die mit user_ beginnt.',
  action: 'Aktion',
  actor: 'Urheber',
  subject: 'Betroffen',
  address: 'IP-Adresse',
  agent: 'User-Agent',
  changes: 'Details',
  time: 'Zeit',
  anonymous: 'Nicht angemeldet',
  system: 'System',
  actions: {
    'user.created': 'Benutzer erstellt',
    'user.updated': 'Benutzer geändert',
    'user.deleted': 'Benutzer gelöscht',
    'user.password_reset': 'Passwort zurückgesetzt',
    'session.started': 'Sitzung begonnen',
    'session.ended': 'Sitzung beendet',
    'api_key.created': 'API-Schlüssel erstellt',
    'api_key.revoked': 'API-Schlüssel widerrufen',
    'webhook_endpoint.disabled': 'Webhook-Endpunkt abgeschaltet',
  },
};

const fr: AuditTexts = {
  title: 'Journal d’audit',
  description:
    'Qui a modifié utilisateurs, sessions et clés d’API. Seuls les noms des champs sont enregistrés, pas leurs valeurs.',
  empty: 'Pas encore d’entrée',
  emptyHint: 'Les connexions et les changements d’utilisateurs et de clés apparaissent ici.',
  incompleteId: 'Saisissez un identifiant complet',
  incompleteIdHint: 'Par exemple celui d’un utilisateur, qui commence par user_.',
  action: 'Action',
  actor: 'Auteur',
  subject: 'Objet',
  address: 'Adresse IP',
  agent: 'Agent utilisateur',
  changes: 'Détails',
  time: 'Date',
  anonymous: 'Non connecté',
  system: 'Système',
  actions: {
    'user.created': 'Utilisateur créé',
    'user.updated': 'Utilisateur modifié',
    'user.deleted': 'Utilisateur supprimé',
    'user.password_reset': 'Mot de passe réinitialisé',
    'session.started': 'Session commencée',
    'session.ended': 'Session terminée',
    'api_key.created': 'Clé d’API créée',
    'api_key.revoked': 'Clé d’API révoquée',
    'webhook_endpoint.disabled': 'Point de terminaison de webhook désactivé',
  },
};

const es: AuditTexts = {
  title: 'Registro de auditoría',
  description:
    'Quién cambió usuarios, sesiones y claves de API. Solo se registran los nombres de los campos, no sus valores.',
  empty: 'Aún no hay entradas',
  emptyHint: 'Aquí aparecen los inicios de sesión y los cambios de usuarios y claves.',
  incompleteId: 'Introduzca un identificador completo',
  incompleteIdHint: 'Por ejemplo el de un usuario, que empieza por user_.',
  action: 'Acción',
  actor: 'Autor',
  subject: 'Objeto',
  address: 'Dirección IP',
  agent: 'Agente de usuario',
  changes: 'Detalles',
  time: 'Fecha',
  anonymous: 'Sin sesión',
  system: 'Sistema',
  actions: {
    'user.created': 'Usuario creado',
    'user.updated': 'Usuario cambiado',
    'user.deleted': 'Usuario eliminado',
    'user.password_reset': 'Contraseña restablecida',
    'session.started': 'Sesión iniciada',
    'session.ended': 'Sesión cerrada',
    'api_key.created': 'Clave de API creada',
    'api_key.revoked': 'Clave de API revocada',
    'webhook_endpoint.disabled': 'Punto de conexión de webhook desactivado',
  },
};

export const AUDIT_TEXTS: Texts<AuditTexts> = { en, de, fr, es };
