import type { MailTexts } from './texts.js';

export const fr: MailTexts = {
  paymentRequest: {
    subject: ({ payee, amount }) => `Demande de paiement de ${payee} : ${amount}`,
    body: ({ payee, amount }) =>
      `${payee} vous demande de payer ${amount}. Vous pouvez payer par carte sur une page sécurisée.`,
  },
  receipt: {
    subject: ({ payee, amount }) => `Votre paiement de ${amount} à ${payee}`,
    body: ({ payee, amount }) => `Votre paiement de ${amount} à ${payee} a été reçu. Merci !`,
  },
  refund: {
    subject: ({ payee, amount }) => `${payee} vous a remboursé ${amount}`,
    body: ({ payee, amount }) =>
      `${payee} a remboursé ${amount} sur la carte avec laquelle vous avez payé. Quelques jours peuvent s’écouler avant que votre banque ne l’affiche.`,
  },
  passwordReset: {
    subject: () => 'Réinitialiser votre mot de passe',
    body: () =>
      'Vous avez demandé à réinitialiser votre mot de passe. Choisissez-en un nouveau sur cette page :',
    action: 'Choisir un nouveau mot de passe',
    expires: (minutes) => `Le lien fonctionne une seule fois, pendant ${minutes} minutes.`,
    ignore:
      'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail. Votre mot de passe reste inchangé.',
  },
  accountClosed: {
    subject: ({ account }) => `Le compte ${account} a été clôturé`,
    body: ({ account, date }) =>
      `Le compte ${account} a été clôturé le ${date}. Ses utilisateurs ne peuvent plus se connecter, ses clés d’API ne fonctionnent plus et ses demandes de paiement en cours ont été annulées.`,
    unexpected: 'Si vous ne vous y attendiez pas, veuillez nous contacter.',
  },
  paid: 'Payé',
};
