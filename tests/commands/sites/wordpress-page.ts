/**
 * A page of WordPress 6.9.1, exported with the plugin Simply Static. Trimmed, and with other texts. The elements, their
 * order and their attributes follow https://github.com/faizan1405/simply-static-1-1772979737 at commit
 * 68ce4ec886549410e3e7590003a72d87a2abe367 (`hello-world/index.html`).
 */
export const WORDPRESS_PAGE: Record<string, string> = {
  'public/index.html': `<!DOCTYPE html>
<html lang="en-US">
<head><meta charset="UTF-8">

<meta name="viewport" content="width=device-width, initial-scale=1.0">
<script type="application/ld+json">
{
  "@context": "https://schema.org",
  "@type": "EducationalOrganization",
  "name": "Gambit",
  "address": {
    "@type": "PostalAddress",
    "streetAddress": "12 Harbor Street",
    "addressLocality": "Portland",
    "postalCode": "04101",
    "addressCountry": "US"
  },
  "telephone": "+1 207 555 0100",
  "email": "hello@gambit.example",
  "openingHours": "Mo-Sa 10:00-18:00",
  "url": ""
}
</script>
<title>Chess online &#8211; Gambit</title>
<meta name="robots" content="max-image-preview:large">
<link rel="alternate" type="application/rss+xml" title="Gambit » Feed" href="/feed/">
<link rel="alternate" title="oEmbed (JSON)" type="application/json+oembed" href="/wp-json/oembed/1.0/embed?url=%2F">
<style id="wp-emoji-styles-inline-css" type="text/css">
	img.wp-smiley, img.emoji { display: inline !important; }
/*# sourceURL=wp-emoji-styles-inline-css */
</style>
<link rel="stylesheet" id="wp-block-library-css" href="/wp-includes/css/dist/block-library/style.min.css?ver=6.9.1" type="text/css" media="all">
<link rel="https://api.w.org/" href="/wp-json/"><link rel="EditURI" type="application/rsd+xml" title="RSD" href="/xmlrpc.php?rsd">
<meta name="generator" content="WordPress 6.9.1">
<link rel="canonical" href="https://gambit.example/">
<link rel="shortlink" href="/?p=1">
<!-- Meta Pixel Code -->
<script type='text/javascript'>
!function(f,b,e,v,n,t,s){if(f.fbq)return;n=f.fbq=function(){n.queue.push(arguments)};n.queue=[];
t=b.createElement(e);t.async=!0;t.src=v;s=b.getElementsByTagName(e)[0];s.parentNode.insertBefore(t,s)
}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');
</script>
<!-- End Meta Pixel Code -->
<script type='text/javascript'>
  fbq('init', '1112223334', {}, { "agent": "wordpress-6.9.1-4.1.5" });
  fbq('track', 'PageView', []);
</script>
<!-- Meta Pixel Code -->
<noscript>
<img height="1" width="1" style="display:none" alt="fbpx"
src="https://www.facebook.com/tr?id=1112223334&ev=PageView&noscript=1" />
</noscript>
<!-- End Meta Pixel Code -->
		</head>
<body class="wp-singular page-template-default page page-id-8 wp-theme-twentytwentyfive">
<header class="site-header"><nav class="nav-desktop"><a href="#home">Home</a></nav></header>
<main><h1 class="wp-block-heading">Chess online</h1>
<p>Live lessons in groups of six.</p>
<h2 class="wp-block-heading">Openings</h2>
<p>$60 per month</p>
<form class="wpcf7-form" method="post"><input type="email" name="your-email"><button>Send</button></form></main>
</body>
</html>
`,
  'public/wp-includes/css/dist/block-library/style.min.css':
    '.wp-block-image img{max-width:100%}\n',
}
