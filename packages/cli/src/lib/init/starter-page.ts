import { escapeHtml } from '@conversion-capi/meta/terminal'

import type { Answers } from './questions.ts'

/** Renders a first page in English with a note in its language, for a project that has none. Its form is tracked, and stays on the page. */
export function starterPage({ name, language }: Answers): string {
  const { script } = new Intl.Locale(language).maximize()
  const school = escapeHtml(name)
  const [found = ''] = language.split('-')
  const known = found in NOTES ? (found as keyof typeof NOTES) : 'en'
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
    <main lang="en" dir="ltr">
      <h1>${school}</h1>
      <p>Leave your email address to learn more about our online classes.</p>
      <form data-track="Lead" data-sample method="dialog">
        <label for="email">Email</label>
        <input autocomplete="email" id="email" type="email" name="email" required>
        <button>Send</button>
      </form>
      <p id="thanks" role="status"></p>
      <p class="note" lang="${known}" dir="auto">${NOTES[known]}</p>
    </main>
    <script>
      document.querySelector('form').addEventListener('submit', (event) => {
        event.target.hidden = true
        document.querySelector('#thanks').textContent = 'Thank you!'
      })
    </script>
  </body>
</html>
`
}

const NOTES = {
  ar: 'هذه الصفحة مثال، والنموذج لا يحفظ شيئًا. نفّذ <code>npm run dev</code>، وأرسل النموذج، وافتح <b>Events</b> في الزاوية. ثم استبدل هذه الصفحة بصفحتك.',
  de: 'Diese Seite ist ein Beispiel, das Formular speichert nichts. Starten Sie <code>npm run dev</code>, senden Sie es ab, und öffnen Sie <b>Events</b> in der Ecke. Ersetzen Sie diese Seite durch Ihre eigene.',
  en: 'This form is a sample and stores nothing. When it is sent, the tracker sends a Lead: run <code>npm run dev</code>, submit the form, and open <b>Events</b> in the corner. Replace this page with your own.',
  es: 'Esta página es un ejemplo y el formulario no guarda nada. Ejecute <code>npm run dev</code>, envíe el formulario y abra <b>Events</b> en la esquina. Sustituya esta página por la suya.',
  fr: 'Cette page est un exemple et le formulaire n’enregistre rien. Lancez <code>npm run dev</code>, envoyez le formulaire et ouvrez <b>Events</b> dans le coin. Remplacez cette page par la vôtre.',
  kk: 'Бұл бет — үлгі, форма ештеңе сақтамайды. <code>npm run dev</code> іске қосып, форманы жіберіңіз де, бұрыштағы <b>Events</b> ашыңыз. Бұл бетті өз бетіңізбен ауыстырыңыз.',
  nl: 'Deze pagina is een voorbeeld en het formulier bewaart niets. Start <code>npm run dev</code>, verstuur het formulier en open <b>Events</b> in de hoek. Vervang deze pagina door uw eigen pagina.',
  pl: 'Ta strona to przykład, a formularz niczego nie zapisuje. Uruchom <code>npm run dev</code>, wyślij formularz i otwórz <b>Events</b> w rogu. Zastąp tę stronę własną.',
  ru: 'Эта страница — пример, форма ничего не сохраняет. Запустите <code>npm run dev</code>, отправьте форму и откройте <b>Events</b> в углу. Замените эту страницу своей.',
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
