import { escapeHtml } from '@conversion-capi/meta/terminal'

import type { Answers } from './questions.ts'

/** Renders a first page, for a project that has none. Its form is tracked, and stays on the page. */
export function starterPage({ name, language }: Answers): string {
  const { language: base, script } = new Intl.Locale(language).maximize()
  const own = TEXTS[base]
  const texts = own ?? TEXTS['en']!
  const school = escapeHtml(name)
  return `<!doctype html>
<html lang="${language}"${script === 'Arab' ? ' dir="rtl"' : ''}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${school}</title>
    <meta name="description" content="${school}">
    <style>
${STYLE}    </style>
  </head>
  <body>
    <main${own ? '' : ' lang="en" dir="ltr"'}>
      <h1>${school}</h1>
      <p>${texts.intro}</p>
      <form data-track="Lead" method="dialog">
        <label for="email">${texts.email}</label>
        <input autocomplete="email" id="email" type="email" name="email" required>
        <button>${texts.send}</button>
      </form>
      <p id="thanks" role="status"></p>
      <p class="note" lang="en" dir="ltr">This form is a sample and stores nothing. When it is sent, the tracker sends a Lead: run <code>npm run dev</code>, submit the form, and open <b>Events</b> in the corner. Replace this page with your own.</p>
    </main>
    <script>
      document.querySelector('form').addEventListener('submit', (event) => {
        event.target.hidden = true
        document.querySelector('#thanks').textContent = ${JSON.stringify(texts.thanks)}
      })
    </script>
  </body>
</html>
`
}

const STYLE = `      :root { color-scheme: light dark; --accent: light-dark(#1d4ed8, #93b4ff); --line: light-dark(#c6ccd8, #475069) }
      body { margin: 0; font: 1.125rem/1.6 system-ui, sans-serif; background: light-dark(#f6f7fb, #11151f); color: light-dark(#1d2433, #e8ebf3) }
      main { max-width: 32rem; margin: 0 auto; padding: 4rem 1.5rem }
      h1 { font-size: clamp(2rem, 8vw, 3.25rem); line-height: 1.1; margin: 0 0 1rem; overflow-wrap: anywhere }
      form { display: grid; gap: 0.5rem; margin: 2rem 0 }
      form[hidden] { display: none }
      label { font-weight: 600 }
      input, button { font: inherit; padding: 0.75rem 1rem; border-radius: 0.5rem; border: 1px solid var(--line) }
      button { border-color: transparent; background: var(--accent); color: light-dark(#fff, #11151f); font-weight: 600; cursor: pointer }
      :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
      #thanks { font-weight: 600 }
      .note { font-size: 0.875rem; border-block-start: 1px solid var(--line); padding-block-start: 1rem; opacity: 0.85 }
`

/** By language. */
const TEXTS: Record<string, Record<'intro' | 'email' | 'send' | 'thanks', string>> = {
  ar: {
    intro: 'اترك بريدك الإلكتروني لتعرف المزيد عن دروسنا عبر الإنترنت.',
    email: 'البريد الإلكتروني',
    send: 'إرسال',
    thanks: 'شكرًا لك!',
  },
  de: {
    intro:
      'Hinterlassen Sie Ihre E-Mail-Adresse, um mehr über unseren Online-Unterricht zu erfahren.',
    email: 'E-Mail',
    send: 'Absenden',
    thanks: 'Vielen Dank!',
  },
  en: {
    intro: 'Leave your email address to learn more about our online classes.',
    email: 'Email',
    send: 'Send',
    thanks: 'Thank you!',
  },
  es: {
    intro: 'Deja tu correo electrónico para saber más sobre nuestras clases en línea.',
    email: 'Correo electrónico',
    send: 'Enviar',
    thanks: '¡Gracias!',
  },
  fr: {
    intro: 'Laissez votre adresse e-mail pour en savoir plus sur nos cours en ligne.',
    email: 'E-mail',
    send: 'Envoyer',
    thanks: 'Merci !',
  },
  kk: {
    intro: 'Онлайн сабақтарымыз туралы көбірек білу үшін электрондық поштаңызды қалдырыңыз.',
    email: 'Электрондық пошта',
    send: 'Жіберу',
    thanks: 'Рақмет!',
  },
  nl: {
    intro: 'Laat je e-mailadres achter om meer te weten te komen over onze onlinelessen.',
    email: 'E-mail',
    send: 'Versturen',
    thanks: 'Bedankt!',
  },
  pl: {
    intro: 'Zostaw adres e-mail, aby dowiedzieć się więcej o naszych zajęciach online.',
    email: 'E-mail',
    send: 'Wyślij',
    thanks: 'Dziękujemy!',
  },
  ru: {
    intro: 'Оставьте адрес электронной почты, чтобы узнать больше о наших онлайн-занятиях.',
    email: 'Электронная почта',
    send: 'Отправить',
    thanks: 'Спасибо!',
  },
}
