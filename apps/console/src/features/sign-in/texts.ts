import type { Texts } from '../../i18n/languages.js';

const en = {
  title: 'Sign in',
  login: 'Email or username',
  password: 'Password',
  submit: 'Sign in',
  forgot: 'Forgot your password?',
  resetTitle: 'Reset your password',
  resetText: 'We send you a mail with a link where you set a new password.',
  resetSubmit: 'Send the link',
  resetSent: 'If there is such a user, a mail is on its way.',
  backToSignIn: 'Back to the sign-in',
};

export const SIGN_IN_TEXTS: Texts<typeof en> = {
  en,
  de: {
    title: 'Anmelden',
    login: 'E-Mail oder Benutzername',
    password: 'Passwort',
    submit: 'Anmelden',
    forgot: 'Passwort vergessen?',
    resetTitle: 'Passwort zurücksetzen',
    resetText: 'Sie erhalten eine E-Mail mit einem Link, unter dem Sie ein neues Passwort setzen.',
    resetSubmit: 'Link senden',
    resetSent: 'Wenn es diesen Benutzer gibt, ist eine E-Mail unterwegs.',
    backToSignIn: 'Zurück zur Anmeldung',
  },
  fr: {
    title: 'Se connecter',
    login: 'E-mail ou nom d’utilisateur',
    password: 'Mot de passe',
    submit: 'Se connecter',
    forgot: 'Mot de passe oublié ?',
    resetTitle: 'Réinitialiser le mot de passe',
    resetText: 'Vous recevrez un e-mail avec un lien pour définir un nouveau mot de passe.',
    resetSubmit: 'Envoyer le lien',
    resetSent: 'Si cet utilisateur existe, un e-mail est en route.',
    backToSignIn: 'Retour à la connexion',
  },
  es: {
    title: 'Iniciar sesión',
    login: 'Correo electrónico o nombre de usuario',
    password: 'Contraseña',
    submit: 'Iniciar sesión',
    forgot: '¿Olvidó su contraseña?',
    resetTitle: 'Restablecer la contraseña',
    resetText: 'Recibirá un correo con un enlace para definir una contraseña nueva.',
    resetSubmit: 'Enviar el enlace',
    resetSent: 'Si existe ese usuario, el correo está en camino.',
    backToSignIn: 'Volver al inicio de sesión',
  },
};
