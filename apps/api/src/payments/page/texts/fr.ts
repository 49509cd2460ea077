import { COMMON_TEXTS } from '../../../pages/common-texts.js';
import type { Texts } from './texts.js';

export const fr: Texts = {
  ...COMMON_TEXTS.fr,
  payTo: 'Paiement à',
  reference: 'Référence',
  period: 'Période',
  payBy: 'À payer avant le',
  cardDetails: 'Carte bancaire',
  labels: { number: 'Numéro de carte', expiry: 'Date d’expiration', code: 'Code de sécurité' },
  hints: {
    number: '',
    expiry: 'MM / AA',
    code: '3 chiffres, Amex 4',
  },
  problems: {
    number: {
      missing: 'Saisissez le numéro de carte.',
      invalid: 'Vérifiez le numéro de carte : un chiffre manque ou est erroné.',
      expired: '',
    },
    expiry: {
      missing: 'Saisissez la date d’expiration.',
      invalid: 'Saisissez le mois et l’année d’expiration, par exemple 04 / 29.',
      expired: 'Cette carte a expiré. Utilisez-en une autre.',
    },
    code: {
      missing: 'Saisissez le code de sécurité.',
      invalid: 'Le code de sécurité comporte 3 chiffres, ou 4 pour American Express.',
      expired: '',
    },
  },
  correctFields: 'Veuillez vérifier les champs ci-dessous.',
  pay: (amount) => `Payer ${amount}`,
  paying: 'Paiement en cours…',
  offline: 'Vous êtes hors ligne : rien n’a été envoyé. Réessayez une fois connecté.',
  notStored: 'Votre numéro de carte sert uniquement à ce paiement et n’est pas conservé.',
  testMode: 'Mode test : aucune carte réelle n’est débitée',
  card: {
    paidWith: 'Payé avec',
    paidOn: 'Payé le',
    endingIn: (brand, last4) => `${brand} se terminant par ${last4}`,
    unknown: 'Carte',
    reversalNotice: (last4) => `Tout débit de la carte se terminant par ${last4} vous sera remboursé.`,
  },
  paid: {
    title: 'Payé. Merci !',
    body: ({ payee, amount }) =>
      `Votre paiement de ${amount} à ${payee} a bien été reçu. Vous pouvez fermer cette page.`,
  },
  declined: {
    title: 'Votre carte a été refusée',
    because: {
      card_declined: (last4) =>
        `La banque n’a pas accepté la carte se terminant par ${last4}. Vous n’avez pas été débité. Réessayez ou utilisez une autre carte.`,
      insufficient_funds: (last4) =>
        `Le solde de la carte se terminant par ${last4} est insuffisant. Vous n’avez pas été débité. Utilisez une autre carte.`,
    },
    triesLeft: (tries) => `Essais restants : ${tries}`,
  },
  notCharged: {
    title: 'Le paiement n’a pas abouti',
    body: () =>
      'Un incident est survenu lors de l’échange avec la banque. Vous n’avez pas été débité. Veuillez réessayer.',
  },
  processing: {
    title: 'Votre paiement est en cours de traitement',
    body: () =>
      'Cela prend un instant. La page s’actualise d’elle-même ; merci de ne pas payer une seconde fois.',
    checkAgain: 'Vérifier à nouveau',
  },
  failed: {
    title: 'Cette demande ne peut plus être payée',
    body: ({ payee }) =>
      `Trop de cartes ont été refusées. Vous n’avez pas été débité. Demandez à ${payee} une nouvelle demande de paiement.`,
  },
  canceled: {
    title: 'Cette demande a été annulée',
    body: ({ payee }) => `Elle ne peut plus être payée. Pour toute question, adressez-vous à ${payee}.`,
  },
  superseded: {
    title: 'C’est déjà payé',
    body: ({ payee }) =>
      `Une autre demande de ${payee} pour la même période a été payée. Il ne reste rien à payer ici.`,
  },
  expired: {
    title: 'Cette demande a expiré',
    body: ({ payee }) => `Vous n’avez pas été débité. Demandez à ${payee} une nouvelle demande de paiement.`,
  },
  unavailable: {
    title: 'Paiement impossible pour le moment',
    body: ({ payee }) =>
      `${payee} ne peut pas recevoir de paiements actuellement. Veuillez réessayer plus tard.`,
  },
  unknown: {
    title: 'Demande de paiement introuvable',
    body: () => 'Vérifiez que le lien est complet ou demandez-en un nouveau à l’expéditeur.',
  },
  insecure: {
    title: 'Cette page n’est pas sécurisée',
    body: () =>
      'D’autres pourraient lire les données de votre carte. Ouvrez à nouveau le lien que vous avez reçu ; il doit commencer par https.',
  },
  cancel: 'Annuler',
  returnTo: (payee) => `Retour vers ${payee}`,
  returning: (seconds) => `Vous serez redirigé automatiquement dans ${seconds} secondes.`,
  questions: 'Des questions ?',
  testCard: (number) => `Mode test : utilisez ${number}`,
  copy: 'Copier',
  copied: 'Copié',
  items: {
    summary: (count) => `Articles : ${count}`,
    total: 'Total',
  },
  receipt: {
    title: 'Reçu',
    show: 'Afficher le reçu',
    print: 'Imprimer',
    back: 'Retour',
    paymentId: 'Numéro de paiement',
    description: 'Description',
    refunded: 'Remboursé',
    net: 'Total après remboursements',
  },
};
