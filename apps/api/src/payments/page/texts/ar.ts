import { COMMON_TEXTS } from '../../../pages/common-texts.js';
import type { Texts } from './texts.js';

export const ar: Texts = {
  ...COMMON_TEXTS.ar,
  payTo: 'الدفع إلى',
  reference: 'المرجع',
  period: 'الفترة',
  payBy: 'الدفع قبل',
  cardDetails: 'بيانات البطاقة',
  labels: { number: 'رقم البطاقة', expiry: 'تاريخ الانتهاء', code: 'رمز الأمان' },
  hints: { number: '', expiry: 'شهر / سنة', code: '3 أرقام، وأمريكان إكسبريس 4' },
  problems: {
    number: {
      missing: 'أدخل رقم البطاقة.',
      invalid: 'تحقق من رقم البطاقة. هناك رقم ناقص أو خاطئ.',
      expired: '',
    },
    expiry: {
      missing: 'أدخل تاريخ الانتهاء.',
      invalid: 'أدخل تاريخ الانتهاء بالشهر والسنة، مثل 04 / 29.',
      expired: 'انتهت صلاحية هذه البطاقة. استخدم بطاقة أخرى.',
    },
    code: {
      missing: 'أدخل رمز الأمان.',
      invalid: 'يتكون رمز الأمان من 3 أرقام، أو 4 في أمريكان إكسبريس.',
      expired: '',
    },
  },
  correctFields: 'يرجى التحقق من الحقول أدناه.',
  pay: (amount) => `ادفع ${amount}`,
  paying: 'جارٍ الدفع …',
  offline: 'أنت غير متصل بالإنترنت، لذلك لم يُرسل شيء. حاول مرة أخرى عند عودة الاتصال.',
  notStored: 'يُستخدم رقم بطاقتك لهذه الدفعة فقط ولا يُحفظ.',
  testMode: 'وضع الاختبار: لا يُخصم من أي بطاقة حقيقية',
  card: {
    paidWith: 'وسيلة الدفع',
    paidOn: 'تاريخ الدفع',
    endingIn: (brand, last4) => `${brand} تنتهي بـ ${last4}`,
    unknown: 'بطاقة',
    reversalNotice: (last4) => `يجري رد أي مبلغ خُصم من البطاقة المنتهية بـ ${last4}.`,
  },
  paid: {
    title: 'تم الدفع. شكرًا لك!',
    body: ({ payee, amount }) => `تم استلام دفعتك بمبلغ ${amount} إلى ${payee}. يمكنك إغلاق هذه الصفحة.`,
  },
  declined: {
    title: 'رُفضت بطاقتك',
    because: {
      card_declined: (last4) =>
        `لم يوافق البنك على البطاقة المنتهية بـ ${last4}. لم يُخصم منك شيء. حاول مرة أخرى أو استخدم بطاقة أخرى.`,
      insufficient_funds: (last4) =>
        `رصيد البطاقة المنتهية بـ ${last4} غير كافٍ. لم يُخصم منك شيء. استخدم بطاقة أخرى.`,
    },
    triesLeft: (tries) => `المحاولات المتبقية: ${tries}`,
  },
  notCharged: {
    title: 'لم تتم عملية الدفع',
    body: () => 'تعذرت معالجة الدفعة. لم يُخصم منك شيء. يرجى المحاولة مرة أخرى.',
  },
  processing: {
    title: 'تجري معالجة دفعتك',
    body: () => 'يستغرق ذلك لحظات. تتحدث الصفحة تلقائيًا، فيرجى عدم الدفع مرة أخرى.',
    checkAgain: 'تحقق مرة أخرى',
  },
  failed: {
    title: 'لم يعد من الممكن دفع هذا الطلب',
    body: ({ payee }) => `رُفضت بطاقات كثيرة. لم يُخصم منك شيء. اطلب من ${payee} طلب دفع جديدًا.`,
  },
  canceled: {
    title: 'أُلغي هذا الطلب',
    body: ({ payee }) => `لم يعد من الممكن دفعه. إذا كانت لديك أسئلة فيرجى التواصل مع ${payee}.`,
  },
  superseded: {
    title: 'تم الدفع من قبل',
    body: ({ payee }) => `دُفع طلب آخر من ${payee} عن الفترة نفسها. لم يبق شيء للدفع.`,
  },
  expired: {
    title: 'انتهت صلاحية هذا الطلب',
    body: ({ payee }) => `لم يُخصم منك شيء. اطلب من ${payee} طلب دفع جديدًا.`,
  },
  unavailable: {
    title: 'الدفع غير ممكن حاليًا',
    body: ({ payee }) => `لا يستطيع ${payee} استلام الدفعات الآن. يرجى المحاولة لاحقًا.`,
  },
  unknown: {
    title: 'طلب الدفع غير موجود',
    body: () => 'تأكد من أن الرابط كامل، أو اطلب رابطًا جديدًا من المرسل.',
  },
  insecure: {
    title: 'هذه الصفحة غير آمنة',
    body: () =>
      'قد يتمكن آخرون من قراءة بيانات بطاقتك. افتح الرابط الذي وصلك مرة أخرى؛ يجب أن يبدأ بـ https.',
  },
  cancel: 'إلغاء',
  returnTo: (payee) => `العودة إلى ${payee}`,
  returning: (seconds) => `ستعود تلقائيًا خلال ${seconds} ثوانٍ.`,
  questions: 'أسئلة؟',
  testCard: (number) => `وضع الاختبار: استخدم ${number}`,
  copy: 'نسخ',
  copied: 'تم النسخ',
  items: {
    summary: (count) => `الأصناف: ${count}`,
    total: 'الإجمالي',
  },
  receipt: {
    title: 'إيصال',
    show: 'عرض الإيصال',
    print: 'طباعة',
    back: 'رجوع',
    paymentId: 'رقم الدفعة',
    description: 'الوصف',
    refunded: 'المبلغ المسترد',
    net: 'الإجمالي بعد الاسترداد',
  },
};
