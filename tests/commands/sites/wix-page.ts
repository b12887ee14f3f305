import { baseCode } from './base-code.ts'

const HEAD = `<!DOCTYPE html>
<html lang="ru">
<head>
  <meta charset='utf-8'>
  <meta name="viewport" content="width=device-width, initial-scale=1" id="wixDesktopViewport"/>
  <meta http-equiv="X-UA-Compatible" content="IE=edge">
  <base href="https://gambit.example/">
  <meta name="generator" content="Wix.com Website Builder"/>
  <link rel="icon" sizes="192x192" href="https://www.wix.com/favicon.ico">
  <!-- Legacy Polyfills -->
  <script src="https://static.parastorage.com/unpkg/core-js-bundle@3.2.1/minified.js" nomodule=""></script>
  <!-- Performance API Polyfills -->
  <script>
    (function () {
      if ('performance' in window === false) window.performance = {}
    })()
  </script>
  <!-- Globals Definitions -->
  <script>
    (function () {
      window.thunderboltTag = 'libs-releases-GA-local'
      window.thunderboltVersion = '1.6639.0'
    })()
  </script>
  <script>
    window.wixShouldDeprecateOldBrowser = true;
  </script>
  <script data-url="https://static.parastorage.com/services/wix-thunderbolt/dist/webpack-runtime.bundle.min.js">
    !function(e){function t(t){return e[t]}t.e=function(e){return Promise.resolve(e)}}([]);
  </script>`

/**
 * Wix publishes what the owner pasted into "Custom Code" at the end of the head.
 *
 * @see https://dev.wix.com/docs/develop-websites-sdk/code-your-site/build-a-custom-frontend/custom-code/about-custom-code
 */
const BASE_CODE = baseCode('6667778889')

/**
 * The published pages of a Wix site. Trimmed, and with other texts. The elements of the head, their order and their
 * attributes follow https://github.com/Izikopra/izikopra.github.io at commit 23a6b37240dc717faa4bf696767f60bd61fc9a76
 * (`README.md`).
 */
export const WIX_PAGE: Record<string, string> = {
  'public/index.html': `${HEAD}
  <title>Шахматы | Гамбит</title>
${BASE_CODE}
</head>
<body>
<div id="SITE_CONTAINER"><h1>Шахматы онлайн</h1><a href="https://gambit.example/contact">Контакты</a></div>
<!-- warmup data start -->
<script type="application/json" id="wix-warmup-data">{"platform":{},"pages":{}}</script>
<!-- warmup data end -->
</body>
</html>
`,
  'public/contact.html': `${HEAD}
  <title>Контакты | Гамбит</title>
${BASE_CODE}
</head>
<body>
<div id="SITE_CONTAINER"><h1>Контакты</h1>
<form id="comp-l1"><input type="email" name="email" placeholder="Эл. почта"><button type="submit">Отправить</button></form></div>
<!-- warmup data start -->
<script type="application/json" id="wix-warmup-data">{"platform":{},"pages":{}}</script>
<!-- warmup data end -->
</body>
</html>
`,
}
