import { defineSchool, type School } from '@conversion-capi/content'

/** A right-to-left school with Arabic paths, and names and prices in Latin script. */
export const arabic: School = defineSchool({
  name: 'مدرسة نجمة الشمال',
  summary: 'مدرسة افتراضية عبر الإنترنت للصفوف من 5 إلى 11، بدروس مباشرة في مجموعات صغيرة.',
  description: `
    تُدرّس المدرسة الرياضيات والبرمجة (Python) مباشرةً عبر الإنترنت، وفي كل مجموعة ستة طلاب على الأكثر.

    هذه المدرسة خيالية، ولا شيء فيها معروض للبيع.
  `,
  url: 'https://najma.example',
  tracker: 'najma',
  language: 'ar',
  locales: ['ar', 'en'],
  contacts: { email: 'salam@najma.example', phone: '+962 6 000 0000' },
  address: { city: 'عمّان', country: 'JO' },
  grades: { from: 5, to: 11 },
  programs: [
    {
      name: 'الرياضيات',
      description: 'من الكسور إلى التفاضل، مع البرهان لا القاعدة وحدها.',
      grades: { from: 5, to: 11 },
      prices: [{ amount: 45.5, currency: 'JOD', per: 'شهر' }],
      topics: ['الكسور والنِّسب', 'الجبر والهندسة'],
      path: '/البرامج/الرياضيات.html',
      teachers: ['ليلى حداد'],
    },
    {
      name: 'البرمجة بلغة Python 3',
      description: 'من السطر الأول print("مرحبا") إلى مشروع يستعمله الناس.',
      grades: { from: 7, to: 11 },
      prices: [{ amount: 52, currency: 'JOD', per: 'شهر' }],
    },
  ],
  schedule: {
    description: 'درسان في الأسبوع، مساءً.',
    mode: 'online',
    timeZone: 'Asia/Amman',
    lessonMinutes: 50,
    lessonsPerWeek: 2,
    groupSize: 6,
  },
  teachers: [{ name: 'ليلى حداد', role: 'معلمة الرياضيات' }],
  admissions: {
    description: 'لا يوجد امتحان قبول.',
    steps: ['احجز درسًا تجريبيًا مجانيًا.', 'حُلّ ثلاث مسائل قصيرة.'],
  },
  faq: [{ question: 'هل الدرس الأول مجاني؟', answer: 'نعم، 45 دقيقة، دون بطاقة دفع.' }],
  policies: [{ name: 'الاسترداد', text: 'يُعاد المبلغ كاملًا قبل الدرس الرابع.' }],
  pages: [
    {
      path: '/',
      title: 'الصفحة الرئيسية',
      description: 'ما هي المدرسة وكم تكلّف.',
      lastmod: '2026-09-01',
      variants: { en: '/en/' },
    },
    {
      path: '/البرامج/الرياضيات.html',
      title: 'الرياضيات',
      description: 'الموضوعات أسبوعًا بأسبوع.',
      lastmod: '2026-08-11',
    },
  ],
  crawlers: { disallow: ['/حساب/', '/search?q='], signals: { search: true, aiTrain: false } },
  citation: { guidance: 'اذكر اسم المدرسة واربط بالصفحة التي أُخذت منها المعلومة.' },
})
