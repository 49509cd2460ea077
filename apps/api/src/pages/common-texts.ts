/** A title and a text that names something. */
export interface PageText<Names extends string = never> {
  readonly title: string;
  body(names: Readonly<Record<Names, string>>): string;
}

/** The texts that every page needs. */
export interface CommonTexts {
  /** The `lang` attribute of the page. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly busy: PageText;
  readonly broken: PageText;
  readonly tryAgain: string;
}

/** Also for pages whose URL contains a secret. */
export interface LinkTexts extends CommonTexts {
  readonly unknown: PageText;
  readonly insecure: PageText;
}

type PageLanguage = 'en' | 'de' | 'fr' | 'es' | 'ar' | 'he';

export const COMMON_TEXTS: Readonly<Record<PageLanguage, CommonTexts>> = {
  en: {
    language: 'en',
    direction: 'ltr',
    busy: {
      title: 'Please wait a moment',
      body: () => 'The service is busy. Try again in a moment.',
    },
    broken: {
      title: 'Something went wrong',
      body: () => 'The page could not be shown. Open the link that you received again.',
    },
    tryAgain: 'Try again',
  },
  de: {
    language: 'de',
    direction: 'ltr',
    busy: {
      title: 'Einen Moment bitte',
      body: () => 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
    },
    broken: {
      title: 'Etwas ist schiefgegangen',
      body: () =>
        'Die Seite konnte nicht angezeigt werden. Öffnen Sie den Link, den Sie erhalten haben, noch einmal.',
    },
    tryAgain: 'Erneut versuchen',
  },
  fr: {
    language: 'fr',
    direction: 'ltr',
    busy: {
      title: 'Un instant, s’il vous plaît',
      body: () => 'Le service est occupé. Réessayez dans un instant.',
    },
    broken: {
      title: 'Un problème est survenu',
      body: () => 'La page n’a pas pu être affichée. Ouvrez à nouveau le lien que vous avez reçu.',
    },
    tryAgain: 'Réessayer',
  },
  es: {
    language: 'es',
    direction: 'ltr',
    busy: {
      title: 'Un momento, por favor',
      body: () => 'El servicio está ocupado. Inténtelo de nuevo dentro de un momento.',
    },
    broken: {
      title: 'Algo ha salido mal',
      body: () => 'No se ha podido mostrar la página. Abra de nuevo el enlace que recibió.',
    },
    tryAgain: 'Intentar de nuevo',
  },
  ar: {
    language: 'ar',
    direction: 'rtl',
    busy: {
      title: 'يرجى الانتظار قليلًا',
      body: () => 'الخدمة مشغولة. حاول مرة أخرى بعد قليل.',
    },
    broken: {
      title: 'حدث خطأ ما',
      body: () => 'تعذر عرض الصفحة. افتح الرابط الذي وصلك مرة أخرى.',
    },
    tryAgain: 'حاول مرة أخرى',
  },
  he: {
    language: 'he',
    direction: 'rtl',
    busy: {
      title: 'נא להמתין רגע',
      body: () => 'השירות עמוס. יש לנסות שוב בעוד רגע.',
    },
    broken: {
      title: 'משהו השתבש',
      body: () => 'לא ניתן היה להציג את הדף. יש לפתוח שוב את הקישור שקיבלת.',
    },
    tryAgain: 'לנסות שוב',
  },
};
