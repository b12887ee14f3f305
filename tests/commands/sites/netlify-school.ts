import { baseCode } from './base-code.ts'

const BASE_CODE = baseCode('1234567890')

/** A Dutch school with three handmade pages for Netlify. */
export const NETLIFY_SCHOOL: Record<string, string> = {
  'public/index.html': `<!DOCTYPE html>
<html lang="nl">
<head>
  <meta charset="utf-8">
  <title>Rekenen en taal online | De Boomgaard</title>
  <meta name="description" content="Online bijles in rekenen en taal voor groep 3 tot en met 8.">
  <link rel="canonical" href="https://deboomgaard.example/">
  ${BASE_CODE}
</head>
<body>
  <h1>Bijles die blijft hangen</h1>
  <p>Lessen van 60 minuten in kleine groepen.</p>
  <p><a href="index.html">Home</a> <a href="prijzen.html">Prijzen</a></p>
  <form action="bedankt.html">
    <input type="email" name="email"> <input type="tel" name="telefoon">
    <button>Proefles aanvragen</button>
  </form>
  <address>Oudegracht 12<br>3511 AA Utrecht</address>
  <a href="tel:+31301234567">030 123 45 67</a> <a href="mailto:hallo@deboomgaard.example">Mail</a>
</body>
</html>
`,
  'public/prijzen.html': `<!DOCTYPE html>
<html lang="nl">
<head>
  <meta charset="utf-8">
  <title>Prijzen | De Boomgaard</title>
  <meta name="description" content="Wat een les kost.">
  ${BASE_CODE}
</head>
<body>
  <h1>Prijzen</h1>
  <h2>Groepsles</h2><p>€ 89 per maand</p><p>€ 249 per kwartaal</p>
  <h2>Privéles</h2><p>€ 42,50 per les</p>
  <h2>Zomerschool</h2><p>€ 320</p>
</body>
</html>
`,
  'public/bedankt.html': `<!DOCTYPE html>
<html lang="nl">
<head>
  <meta charset="utf-8">
  <title>Bedankt | De Boomgaard</title>
  <meta name="robots" content="noindex">
  ${BASE_CODE}
</head>
<body><p>Bedankt! We bellen je.</p></body>
</html>
`,
  'netlify.toml': '[build]\ncommand = "npm run build"\n',
}
