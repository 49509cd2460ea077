import { COMMON_TEXTS } from '../../../pages/common-texts.js';
import type { ResetTexts } from './texts.js';

export const fr: ResetTexts = {
  ...COMMON_TEXTS.fr,
  title: 'Définir un nouveau mot de passe',
  intro: 'Vous serez déconnecté de tous les appareils.',
  labels: { password: 'Nouveau mot de passe', repeat: 'Répétez le nouveau mot de passe' },
  hint: (least, most) => `De ${least} à ${most} caractères`,
  problems: {
    missing: 'Saisissez un nouveau mot de passe.',
    different: 'Les deux mots de passe sont différents. Saisissez-les à nouveau.',
    length: 'Le mot de passe est trop court ou trop long.',
    characters: 'Le mot de passe contient un caractère qui ne peut pas être utilisé.',
    common: 'Ce mot de passe est trop courant. Choisissez-en un plus difficile à deviner.',
    own_name: 'Le mot de passe ne doit pas être votre nom, votre identifiant ou votre adresse e-mail.',
  },
  correctFields: 'Le mot de passe n’a pas été modifié.',
  save: 'Enregistrer le mot de passe',
  done: {
    title: 'Votre mot de passe a été modifié',
    body: () =>
      'Vous êtes déconnecté de tous les appareils. Connectez-vous avec le nouveau mot de passe. Vous pouvez fermer cette page.',
  },
  unknown: {
    title: 'Ce lien n’est pas valide',
    body: () =>
      'Un lien fonctionne une seule fois, pendant 30 minutes. Vérifiez qu’il est complet, ou demandez-en un nouveau là où vous vous connectez.',
  },
  insecure: {
    title: 'Cette page n’est pas sécurisée',
    body: () =>
      'D’autres personnes pourraient lire votre mot de passe. Ouvrez à nouveau le lien que vous avez reçu ; il doit commencer par https.',
  },
};
