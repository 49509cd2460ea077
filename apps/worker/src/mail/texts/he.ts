import type { MailTexts } from './texts.js';

export const he: MailTexts = {
  paymentRequest: {
    subject: ({ payee, amount }) => `בקשת תשלום מאת ${payee}: ${amount}`,
    body: ({ payee, amount }) => `התקבלה בקשה מאת ${payee} לתשלום של ${amount}. ניתן לשלם בכרטיס בדף מאובטח.`,
  },
  receipt: {
    subject: ({ payee, amount }) => `התשלום שלך בסך ${amount} אל ${payee}`,
    body: ({ payee, amount }) => `התשלום שלך בסך ${amount} אל ${payee} התקבל. תודה!`,
  },
  refund: {
    subject: ({ payee, amount }) => `החזר של ${amount} מאת ${payee}`,
    body: ({ payee, amount }) =>
      `בוצע החזר של ${amount} מאת ${payee} לכרטיס ששילמת בו. ייתכן שיעברו מספר ימים עד שיופיע בבנק.`,
  },
  passwordReset: {
    subject: () => 'איפוס הסיסמה שלך',
    body: () => 'התקבלה בקשה לאיפוס הסיסמה שלך. ניתן לבחור סיסמה חדשה בדף הזה:',
    action: 'בחירת סיסמה חדשה',
    expires: (minutes) => `הקישור תקף לשימוש אחד, למשך ${minutes} דקות.`,
    ignore: 'אם לא ביקשת זאת, אפשר להתעלם מההודעה. הסיסמה שלך לא תשתנה.',
  },
  accountClosed: {
    subject: ({ account }) => `החשבון ${account} נסגר`,
    body: ({ account, date }) =>
      `החשבון ${account} נסגר בתאריך ${date}. המשתמשים שלו אינם יכולים להתחבר עוד, מפתחות ה-API שלו אינם פועלים, ובקשות התשלום הפתוחות בוטלו.`,
    unexpected: 'אם לא ציפית לכך, יש ליצור איתנו קשר.',
  },
  paid: 'שולם',
};
