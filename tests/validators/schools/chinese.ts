import { defineSchool, ENGLISH_LABELS, type Labels, type School } from '@conversion-capi/content'

const LABELS = Object.fromEntries(
  Object.keys(ENGLISH_LABELS).map((name, index) => [name, `标签${index}`]),
) as unknown as Labels

/** A school in Chinese, without spaces between words, with translated labels. */
export const chinese: School = defineSchool({
  name: '北极星在线学校',
  summary: '面向五至十一年级的虚构在线学校:小班直播授课,每班最多八人。',
  description: `
    北极星学校在线直播教授数学和物理。老师批改每一份作业,两天之内附上评语。

    本校纯属虚构,不出售任何课程。
  `,
  url: 'https://beijixing.example',
  mainSite: 'https://www.beijixing.example',
  tracker: 'beijixing',
  language: 'zh-Hans',
  locales: ['zh-Hans'],
  labels: LABELS,
  contacts: { email: 'nihao@beijixing.example' },
  address: { city: '苏州', region: '江苏', country: 'CN' },
  grades: { from: 5, to: 11 },
  programs: [
    {
      name: '数学(五至十一年级)',
      description: '从分数到微积分,讲道理,不只讲规则。',
      grades: { from: 5, to: 11 },
      prices: [{ amount: 1980, currency: 'CNY', per: '学期' }],
      topics: ['分数与百分比', '代数、几何、证明'],
      path: '/课程/数学/',
      teachers: ['李明'],
      startDates: ['2026-09-01'],
    },
    {
      name: '物理',
      description: '先测量,后解释。𠮷字也能显示。',
      grades: { from: 7, to: 11 },
      prices: [{ amount: 2180, currency: 'CNY', per: '学期' }],
    },
  ],
  schedule: {
    description: '每周两节直播课。',
    mode: 'online',
    timeZone: 'Asia/Shanghai',
    lessonMinutes: 60,
    lessonsPerWeek: 2,
    weeksPerTerm: 12,
    groupSize: 8,
  },
  teachers: [{ name: '李明', role: '数学教师' }],
  admissions: { description: '没有入学考试。', steps: ['预约免费试听课。', '完成分班小测。'] },
  faq: [{ question: '第一节课免费吗?', answer: '免费,四十五分钟。' }],
  policies: [{ name: '退费', text: '第四节课之前全额退费。' }],
  pages: [
    { path: '/', title: '首页', description: '学校是什么,怎么上课。', lastmod: '2026-09-01' },
    {
      path: '/课程/数学/',
      title: '数学',
      description: '每周主题。',
      lastmod: '2026-08-30',
      variants: { 'zh-Hant': '/課程/數學/', en: '/en/mathematics/' },
    },
  ],
  citation: { guidance: '请注明学校名称,并链接到事实所在的页面。' },
})
