import type { Texts } from '../../i18n/languages.js';

const en = {
  title: 'Request inspector',
  description:
    'What this page has asked the API, as commands for a shell. Set FLORIN_TOKEN to a token of yours.',
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
      'Was diese Seite die API gefragt hat, als Befehle für eine Shell. FLORIN_TOKEN steht für ein Token von Ihnen.',
    empty: 'Noch keine Anfragen.',
    clear: 'Leeren',
    command: 'der Befehl',
    requestId: 'Anfrage-ID',
  },
  fr: {
    title: 'Inspecteur de requêtes',
    description:
      'Ce que cette page a demandé à l’API, sous forme de commandes shell. FLORIN_TOKEN est votre jeton.',
    empty: 'Pas encore de requête.',
    clear: 'Vider',
    command: 'la commande',
    requestId: 'Identifiant de requête',
  },
  es: {
    title: 'Inspector de solicitudes',
    description: 'Lo que esta página ha pedido a la API, como órdenes de shell. FLORIN_TOKEN es su token.',
    empty: 'Aún no hay solicitudes.',
    clear: 'Vaciar',
    command: 'la orden',
    requestId: 'Identificador de la solicitud',
  },
};
