import type { MailTexts } from './texts.js';

export const ar: MailTexts = {
  paymentRequest: {
    subject: ({ payee, amount }) => `طلب دفع من ${payee}: ${amount}`,
    body: ({ payee, amount }) => `يطلب منك ${payee} دفع ${amount}. يمكنك الدفع بالبطاقة في صفحة آمنة.`,
  },
  receipt: {
    subject: ({ payee, amount }) => `دفعتك بمبلغ ${amount} إلى ${payee}`,
    body: ({ payee, amount }) => `تم استلام دفعتك بمبلغ ${amount} إلى ${payee}. شكرًا لك!`,
  },
  refund: {
    subject: ({ payee, amount }) => `رد ${payee} مبلغ ${amount}`,
    body: ({ payee, amount }) =>
      `رد ${payee} مبلغ ${amount} إلى البطاقة التي دفعت بها. قد يستغرق ظهوره لدى البنك بضعة أيام.`,
  },
  passwordReset: {
    subject: () => 'إعادة تعيين كلمة المرور',
    body: () => 'طلبت إعادة تعيين كلمة المرور. اختر كلمة مرور جديدة في هذه الصفحة:',
    action: 'اختيار كلمة مرور جديدة',
    expires: (minutes) => `يعمل الرابط مرة واحدة لمدة ${minutes} دقيقة.`,
    ignore: 'إذا لم تطلب ذلك فتجاهل هذه الرسالة. لن تتغير كلمة المرور.',
  },
  accountClosed: {
    subject: ({ account }) => `أُغلق الحساب ${account}`,
    body: ({ account, date }) =>
      `أُغلق الحساب ${account} بتاريخ ${date}. لم يعد بإمكان مستخدميه تسجيل الدخول، ولم تعد مفاتيح واجهة البرمجة تعمل، وأُلغيت طلبات الدفع المفتوحة.`,
    unexpected: 'إذا لم تكن تتوقع ذلك فيرجى التواصل معنا.',
  },
  paid: 'المبلغ المدفوع',
};
