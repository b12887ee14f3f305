const HEAD = `  <meta content="width=device-width, initial-scale=1" name="viewport">
  <meta content="Webflow" name="generator">
  <link href="css/normalize.css" rel="stylesheet" type="text/css">
  <link href="css/webflow.css" rel="stylesheet" type="text/css">
  <script type="text/javascript">!function(o,c){var n=c.documentElement,t=" w-mod-";n.className+=t+"js",("ontouchstart"in o||o.DocumentTouch&&c instanceof DocumentTouch)&&(n.className+=t+"touch")}(window,document);</script>
  <link href="images/favicon.png" rel="shortcut icon" type="image/x-icon"><!--  Meta Pixel Code  -->
  <script type="text/javascript">!function(f,b,e,v,n,t,s){if(f.fbq)return;n=f.fbq=function(){n.queue.push(arguments)};n.agent='plwebflow';n.queue=[];t=b.createElement(e);t.async=!0;t.src=v;s=b.getElementsByTagName(e)[0];s.parentNode.insertBefore(t,s)}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');fbq('init', '4443332221');fbq('track', 'PageView');</script>
  <!--  End Meta Pixel Code  -->
  <noscript>
    <style>body { opacity: 1 !important; }</style>
  </noscript>`

/**
 * An export of Webflow. Trimmed, and with other texts. The elements, their order and their attributes follow
 * https://github.com/bradasapra/fx-coating-webflow-export at commit 76c0a7d2d9f76f3ad4e9e283ebc736cc92838261
 * (`contact-fx-coating.html`).
 */
export const WEBFLOW_EXPORT: Record<string, string> = {
  'public/index.html': `<!DOCTYPE html><!--  This site was created in Webflow. https://webflow.com  --><!--  Last Published: Thu Mar 05 2026 16:59:15 GMT+0000 (Coordinated Universal Time)  -->
<html data-wf-page="68b13194eaa037fea8d0a1c1" data-wf-site="68a2f09ef047eb9c38c45700" lang="en">
<head>
  <meta charset="utf-8">
  <title>Chess Lessons | Gambit</title>
  <meta content="Chess online, in small groups." name="description">
  <meta content="Chess Lessons | Gambit" property="og:title">
  <meta property="og:type" content="website">
${HEAD}
</head>
<body>
  <div class="page-wrapper">
    <div role="banner" class="navbar-no-shadow-container w-nav"><a href="index.html" class="w-nav-brand">Gambit</a> <a href="contact.html" class="nav-link">contact us</a></div>
    <h1 style="opacity:0" class="text-align-center">Chess lessons</h1>
  </div>
</body>
</html>
`,
  'public/contact.html': `<!DOCTYPE html><!--  This site was created in Webflow. https://webflow.com  -->
<html data-wf-page="68b13194eaa037fea8d0a1c2" data-wf-site="68a2f09ef047eb9c38c45700" lang="en">
<head>
  <meta charset="utf-8">
  <title>Contact | Gambit</title>
  <meta content="Ask us." name="description">
${HEAD}
</head>
<body>
  <div class="page-wrapper">
    <h1 class="text-align-center">Get in touch</h1>
    <div class="form-container w-form">
      <form id="wf-form-Contact-Form" name="wf-form-Contact-Form" data-name="Contact Form" method="get" class="form" data-wf-page-id="68b13194eaa037fea8d0a1c2" data-wf-element-id="1534b85f-dbef-34fb-0378-f16724852c5a"><input class="form-input w-input" maxlength="256" name="email" data-name="Email" placeholder="Enter your email" type="email" id="email" required=""><input type="submit" data-wait="Please wait..." class="w-button" value="Submit"></form>
      <div class="w-form-done"><div>Thank you!</div></div>
    </div>
  </div>
</body>
</html>
`,
  'public/404.html': `<!DOCTYPE html><!--  This site was created in Webflow. https://webflow.com  -->
<html data-wf-page="68b13194eaa037fea8d0a1c3" data-wf-site="68a2f09ef047eb9c38c45700">
<head>
  <meta charset="utf-8">
  <title>Not Found</title>
${HEAD}
</head>
<body><div class="utility-page-wrap"><div class="utility-page-content"><h2>Page Not Found</h2></div></div></body>
</html>
`,
  'public/css/normalize.css': 'html{font-family:sans-serif}\n',
  'public/css/webflow.css': '.w-form{margin:0 0 15px}\n',
  'public/images/favicon.png': '',
}
