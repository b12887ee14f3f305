/** Three pages that a Polish chess school has written by hand. The pixel counts its own page view. */
export const POLISH_PAGES: Record<string, string> = {
  'index.html': `<!DOCTYPE html>
<html>
<head>
  <meta charset="utf-8">
  <title>Szkoła szachowa Gambit</title>
  <script>
    !function(f,b,e,v,n,t,s){if(f.fbq)return;n=f.fbq=function(){n.callMethod?
    n.callMethod.apply(n,arguments):n.queue.push(arguments)};if(!f._fbq)f._fbq=n;
    n.push=n;n.loaded=!0;n.version='2.0';n.queue=[];t=b.createElement(e);t.async=!0;
    t.src=v;s=b.getElementsByTagName(e)[0];s.parentNode.insertBefore(t,s)}(window,
    document,'script','https://connect.facebook.net/en_US/fbevents.js');
    fbq('init', '770000000000077');
    fbq('track', 'PageView');
  </script>
</head>
<body>
  <h1>Szkoła szachowa Gambit</h1>
  <p>Szachy online dla dzieci od 6 lat, w grupach po sześć osób.</p>
  <ul>
    <li><a href="/kursy/debiuty.html">Kurs debiutów</a></li>
    <li><a href="/kontakt.html">Kontakt</a></li>
  </ul>
  <form>
    <input name="rodzic" placeholder="Imię rodzica">
    <input type="email" name="email" placeholder="E-mail rodzica">
    <button>Zapisz na lekcję próbną</button>
  </form>
</body>
</html>
`,
  'kursy/debiuty.html': `<!DOCTYPE html>
<html lang="pl">
<head>
  <meta charset="utf-8">
  <title>Kurs debiutów</title>
</head>
<body>
  <h1>Kurs debiutów</h1>
  <p>Osiem tygodni, dwie lekcje w tygodniu.</p>
  <p><a href="/">Strona główna</a></p>
</body>
</html>
`,
  'kontakt.html': `<!DOCTYPE html>
<html lang="pl">
<head>
  <meta charset="utf-8">
  <title>Kontakt</title>
  <meta name="description" content="Jak nas znaleźć.">
</head>
<body>
  <h1>Kontakt</h1>
  <p>Piszcie na <a href="mailto:biuro@gambit.example">biuro@gambit.example</a>.</p>
</body>
</html>
`,
}

/** Three pages that an Arabic school has written by hand. The names of the files are Arabic, too. */
export const ARABIC_PAGES: Record<string, string> = {
  'index.html': `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<title>مدرسة نجمة الشمال</title>
</head>
<body>
<h1>مدرسة نجمة الشمال</h1>
<p>دروس مباشرة عبر الإنترنت في مجموعات صغيرة.</p>
<p><a href="/البرامج/الرياضيات.html">الرياضيات</a> <a href="/اتصل.html">اتصل بنا</a></p>
<form>
<label>الاسم <input name="name"></label>
<input type="email" name="email">
<button>احجز درسًا تجريبيًا</button>
</form>
</body>
</html>
`,
  'البرامج/الرياضيات.html': `<!doctype html>
<html lang="ar" dir="rtl">
<head>
<meta charset="utf-8">
<title>الرياضيات</title>
</head>
<body>
<h1>الرياضيات</h1>
<p>من الكسور إلى التفاضل.</p>
</body>
</html>
`,
  'اتصل.html': `<!doctype html>
<html lang="ar" dir="rtl">
<head>
<meta charset="utf-8">
<title>اتصل بنا</title>
</head>
<body>
<h1>اتصل بنا</h1>
<p><a href="mailto:salam@najma.example">salam@najma.example</a></p>
</body>
</html>
`,
}
