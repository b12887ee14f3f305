/** Meta's base code, as Events Manager shows it. */
const BASE_CODE = `<!-- Meta Pixel Code -->
  <script>
  !function(f,b,e,v,n,t,s)
  {if(f.fbq)return;n=f.fbq=function(){n.callMethod?
  n.callMethod.apply(n,arguments):n.queue.push(arguments)};
  if(!f._fbq)f._fbq=n;n.push=n;n.loaded=!0;n.version='2.0';
  n.queue=[];t=b.createElement(e);t.async=!0;
  t.src=v;s=b.getElementsByTagName(e)[0];
  s.parentNode.insertBefore(t,s)}(window, document,'script',
  'https://connect.facebook.net/en_US/fbevents.js');
  fbq('init', '1234567890');
  fbq('track', 'PageView');
  </script>
  <noscript><img height="1" width="1" style="display:none"
  src="https://www.facebook.com/tr?id=1234567890&ev=PageView&noscript=1"
  /></noscript>
  <!-- End Meta Pixel Code -->`

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
