import { COMMON_TEXTS } from '../../../pages/common-texts.js';
import type { Texts } from './texts.js';

export const he: Texts = {
  ...COMMON_TEXTS.he,
  payTo: 'תשלום אל',
  reference: 'אסמכתה',
  period: 'תקופה',
  payBy: 'לתשלום עד',
  cardDetails: 'פרטי הכרטיס',
  labels: { number: 'מספר הכרטיס', expiry: 'תוקף', code: 'קוד אבטחה' },
  hints: { number: '', expiry: 'חודש / שנה', code: '3 ספרות, באמריקן אקספרס 4' },
  problems: {
    number: {
      missing: 'יש להזין את מספר הכרטיס.',
      invalid: 'יש לבדוק את מספר הכרטיס. ספרה חסרה או שגויה.',
      expired: '',
    },
    expiry: {
      missing: 'יש להזין את תוקף הכרטיס.',
      invalid: 'יש להזין את התוקף כחודש ושנה, למשל 04 / 29.',
      expired: 'תוקף הכרטיס פג. יש להשתמש בכרטיס אחר.',
    },
    code: {
      missing: 'יש להזין את קוד האבטחה.',
      invalid: 'קוד האבטחה כולל 3 ספרות, או 4 באמריקן אקספרס.',
      expired: '',
    },
  },
  correctFields: 'יש לבדוק את השדות שלמטה.',
  pay: (amount) => `תשלום ${amount}`,
  paying: 'מבצע תשלום …',
  offline: 'אין חיבור לאינטרנט, ולכן דבר לא נשלח. אפשר לנסות שוב כשהחיבור יחזור.',
  notStored: 'מספר הכרטיס משמש לתשלום זה בלבד ואינו נשמר.',
  testMode: 'מצב בדיקה: שום כרטיס אמיתי אינו מחויב',
  card: {
    paidWith: 'שולם באמצעות',
    paidOn: 'שולם בתאריך',
    endingIn: (brand, last4) => `${brand} המסתיים ב-${last4}`,
    unknown: 'כרטיס',
    reversalNotice: (last4) => `כל חיוב של הכרטיס המסתיים ב-${last4} מוחזר.`,
  },
  paid: {
    title: 'התשלום התקבל. תודה!',
    body: ({ payee, amount }) => `התשלום שלך בסך ${amount} אל ${payee} התקבל. אפשר לסגור את הדף.`,
  },
  declined: {
    title: 'הכרטיס נדחה',
    because: {
      card_declined: (last4) =>
        `הבנק לא אישר את הכרטיס המסתיים ב-${last4}. לא חויבת. אפשר לנסות שוב או להשתמש בכרטיס אחר.`,
      insufficient_funds: (last4) =>
        `אין יתרה מספקת בכרטיס המסתיים ב-${last4}. לא חויבת. יש להשתמש בכרטיס אחר.`,
    },
    triesLeft: (tries) => `ניסיונות שנותרו: ${tries}`,
  },
  notCharged: {
    title: 'התשלום לא הושלם',
    body: () => 'לא ניתן היה לעבד את התשלום. לא חויבת. יש לנסות שוב.',
  },
  processing: {
    title: 'התשלום שלך בעיבוד',
    body: () => 'זה לוקח רגע. הדף מתעדכן מעצמו, ולכן אין לשלם שוב.',
    checkAgain: 'לבדוק שוב',
  },
  failed: {
    title: 'לא ניתן עוד לשלם בקשה זו',
    body: ({ payee }) => `יותר מדי כרטיסים נדחו. לא חויבת. יש לבקש מ-${payee} בקשת תשלום חדשה.`,
  },
  canceled: {
    title: 'הבקשה בוטלה',
    body: ({ payee }) => `לא ניתן עוד לשלם אותה. לשאלות אפשר לפנות אל ${payee}.`,
  },
  superseded: {
    title: 'כבר שולם',
    body: ({ payee }) => `בקשה אחרת מאת ${payee} עבור אותה תקופה שולמה. לא נותר דבר לתשלום.`,
  },
  expired: {
    title: 'תוקף הבקשה פג',
    body: ({ payee }) => `לא חויבת. יש לבקש מ-${payee} בקשת תשלום חדשה.`,
  },
  unavailable: {
    title: 'לא ניתן לשלם כרגע',
    body: ({ payee }) => `${payee} אינו יכול לקבל תשלומים כעת. יש לנסות שוב מאוחר יותר.`,
  },
  unknown: {
    title: 'בקשת התשלום לא נמצאה',
    body: () => 'יש לבדוק שהקישור שלם, או לבקש קישור חדש מהשולח.',
  },
  insecure: {
    title: 'הדף אינו מאובטח',
    body: () => 'אחרים עלולים לקרוא את פרטי הכרטיס. יש לפתוח שוב את הקישור שקיבלת; עליו להתחיל ב-https.',
  },
  cancel: 'ביטול',
  returnTo: (payee) => `חזרה אל ${payee}`,
  returning: (seconds) => `החזרה תתבצע אוטומטית בעוד ${seconds} שניות.`,
  questions: 'שאלות?',
  testCard: (number) => `מצב בדיקה: יש להשתמש ב-${number}`,
  copy: 'העתקה',
  copied: 'הועתק',
  items: {
    summary: (count) => `פריטים: ${count}`,
    total: 'סך הכול',
  },
  receipt: {
    title: 'קבלה',
    show: 'הצגת הקבלה',
    print: 'הדפסה',
    back: 'חזרה',
    paymentId: 'מספר התשלום',
    description: 'תיאור',
    refunded: 'הוחזר',
    net: 'סך הכול לאחר החזרים',
  },
};
