const PIXEL = `<!-- Facebook Pixel Code --><script type="text/javascript" data-tilda-cookie-type="advertising">setTimeout(function(){!function(f,b,e,v,n,t,s)
{if(f.fbq)return;n=f.fbq=function(){n.queue.push(arguments)};n.agent='pltilda';n.queue=[];t=b.createElement(e);t.async=!0;
t.src=v;s=b.getElementsByTagName(e)[0];s.parentNode.insertBefore(t,s)}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');
fbq('init', '5556667778');
fbq('track', 'PageView');
}, 2000);</script><!-- End Facebook Pixel Code -->`

/**
 * An export of Tilda. Trimmed, and with other texts. The elements, their order and their attributes follow
 * https://github.com/Vladkurr/tildatest at commit a1f21d44118d6ebb81cb5a92840de1966645f620 (`index.html`).
 */
export const TILDA_EXPORT: Record<string, string> = {
  'public/index.html': `<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1.0"> <!--metatextblock--><title>Шахматы онлайн для детей</title><meta name="description" content="Живые уроки в группах до шести человек."> <meta property="og:url" content="https://gambit.example"><meta property="og:title" content="Шахматы онлайн для детей"><meta property="og:type" content="website"><link rel="canonical" href="https://gambit.example"><!--/metatextblock--><meta name="format-detection" content="telephone=no"><meta http-equiv="x-dns-prefetch-control" content="on"><link rel="dns-prefetch" href="https://ws.tildacdn.com"><!-- Assets --><script src="js/tilda-fallback-1.0.min.js" charset="utf-8" async></script><link rel="stylesheet" href="css/tilda-grid-3.0.min.css" type="text/css" media="all" onerror="this.loaderr='y';"><link rel="stylesheet" href="css/tilda-popup-1.1.min.css" type="text/css" media="print" onload="this.media='all';" onerror="this.loaderr='y';"><noscript><link rel="stylesheet" href="css/tilda-popup-1.1.min.css" type="text/css" media="all"></noscript><script type="text/javascript">function t_onReady(func) {
if (document.readyState != 'loading') {
func();
} else {
document.addEventListener('DOMContentLoaded', func);
}
}</script><script type="text/javascript">window.dataLayer = window.dataLayer || [];</script>${PIXEL}</head><body class="t-body" style="margin:0;"><!--allrecords--><div id="allrecords" class="t-records" data-hook="blocks-collection-content-node" data-tilda-project-id="1000001" data-tilda-page-id="10000001" data-tilda-formskey="00000000000000000000000000000001" data-tilda-lazy="yes"><div id="rec100000001" class="r t-rec t-rec_pt_0" style="padding-top:0px; " data-animationappear="off" data-record-type="396"><!-- T396 --><style>#rec100000001 .t396__artboard {height: 817px; background-color: #ffffff; }</style><div class='t396'><div class="t396__artboard" data-artboard-recid="100000001"><div class='tn-elem' data-elem-id='1600000000001'><div class='tn-atom' field='tn_text_1600000000001'>Шахматы онлайн</div></div></div></div></div><div id="rec100000002" class="r t-rec" data-record-type="678"><form id="form100000002" name='form100000002' role="form" action='' method='POST' data-formactiontype="2" class="t-form js-form-proccess t-form_inputs-total_2"><input type="hidden" name="formservices[]" value="0" class="js-formaction-services"><div class="t-input-block"><input type="email" autocomplete="email" name="Email" class="t-input js-tilda-rule" data-tilda-req="1" data-tilda-rule="email"></div><div class="t-input-block"><input type="tel" autocomplete="tel" name="Phone" class="t-input js-tilda-rule" data-tilda-rule="phone"></div><button type="submit" class="t-submit">Записаться</button></form></div></div><!--/allrecords--></body></html>
`,
  'public/page10000002.html': `<!DOCTYPE html><html><head><meta charset="utf-8"><!--metatextblock--><title>Спасибо</title><!--/metatextblock-->${PIXEL}</head><body class="t-body"><!--allrecords--><div id="allrecords" class="t-records" data-tilda-project-id="1000001" data-tilda-page-id="10000002"><div class="t-title">Спасибо!</div></div></body></html>
`,
  'public/js/tilda-fallback-1.0.min.js': 'window.t_fallback=1;\n',
  'public/css/tilda-grid-3.0.min.css': '.t-container{width:100%}\n',
  'public/css/tilda-popup-1.1.min.css': '.t-popup{display:none}\n',
  'public/robots.txt': 'User-agent: *\nDisallow:\n',
  'public/sitemap.xml': `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://gambit.example/</loc></url></urlset>
`,
}
