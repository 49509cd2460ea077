import type { Texts } from '../../i18n/languages.js';

const en = {
  title: 'Request inspector',
  description: 'The API requests of this page, as shell commands. Set FLORIN_TOKEN to your access token.',
  empty: 'No requests yet.',
  clear: 'Clear',
  command: 'the command',
  requestId: 'Request ID',
};

export const INSPECTOR_TEXTS: Texts<typeof en> = {
  en,
  de: {
    title: 'Anfragen ansehen',
    description:
      'Die API-Anfragen dieser Seite als Shell-Befehle. Setzen Sie FLORIN_TOKEN auf Ihr Zugriffstoken.',
    empty: 'Noch keine Anfragen.',
    clear: 'Leeren',
    command: 'der Befehl',
    requestId: 'Anfrage-ID',
  },
  fr: {
    title: 'Inspecteur de requêtes',
    description:
      'Les requêtes API de cette page, sous forme de commandes shell. Définissez FLORIN_TOKEN avec votre jeton d’accès.',
    empty: 'Pas encore de requête.',
    clear: 'Vider',
    command: 'la commande',
    requestId: 'Identifiant de requête',
  },
  es: {
    title: 'Inspector de solicitudes',
    description:
      'Las solicitudes a la API de esta página, como órdenes de shell. Asigne a FLORIN_TOKEN su token de acceso.',
    empty: 'Aún no hay solicitudes.',
    clear: 'Vaciar',
    command: 'la orden',
    requestId: 'Identificador de la solicitud',
  },
};
