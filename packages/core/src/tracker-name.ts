/**
 * Checks the name of a tracker, for tools that write pages: {@link findNameProblem}. The browser script and the functions
 * do not need it.
 *
 * @module
 */

/**
 * Checks the name of a tracker. It becomes a global variable, a file name (`/<name>.js`) and a prefix of keys
 * in local storage.
 *
 * @returns What is wrong, to follow "name " or "The name of the tracker " in an error message, or `undefined` if
 *   the name can be used.
 */
export function findNameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string' || !/^[A-Za-z_$][\w$]*$/.test(name)) {
    return 'must be a JavaScript identifier, e.g. "polaris".'
  }
  if (RESERVED.some((line) => line.split(' ').includes(name))) {
    return `must not be "${name}", which JavaScript, browsers, the pixel or site builders use. Choose a name such as "polaris".`
  }
  return undefined
}

/**
 * Words that cannot be variables, and globals that a tracker would break or could not replace: assigning
 * `window.location`, for example, navigates.
 */
const RESERVED = [
  // ECMAScript: reserved words, and words that are reserved in strict mode or modules.
  'arguments await break case catch class const continue debugger default delete do else enum eval export',
  'extends false finally for function if implements import in instanceof interface let new null package',
  'private protected public return static super switch this throw true try typeof undefined var void while',
  'with yield',
  // ECMAScript: global functions and objects, and the properties that every object has.
  'AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date Error',
  'EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array',
  'Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError',
  'ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array',
  'Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly constructor decodeURI',
  'decodeURIComponent encodeURI encodeURIComponent escape globalThis hasOwnProperty isFinite isNaN',
  'isPrototypeOf parseFloat parseInt propertyIsEnumerable toLocaleString toString unescape valueOf',
  '__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__',
  // Browsers: properties of window.
  'addEventListener alert atob blur btoa caches cancelAnimationFrame cancelIdleCallback captureEvents',
  'chrome clearInterval clearTimeout clientInformation close closed confirm console cookieStore',
  'crashReport createImageBitmap credentialless crossOriginIsolated crypto customElements devicePixelRatio',
  'dispatchEvent document documentPictureInPicture event external fence fetch fetchLater find focus',
  'frameElement frames getComputedStyle getScreenDetails getSelection history indexedDB innerHeight',
  'innerWidth isSecureContext launchQueue length localStorage location locationbar matchMedia menubar',
  'moveBy moveTo name navigation navigator netscape offscreenBuffering open opener origin',
  'originAgentCluster outerHeight outerWidth pageXOffset pageYOffset parent performance personalbar',
  'postMessage print prompt queryLocalFonts queueMicrotask releaseEvents removeEventListener reportError',
  'requestAnimationFrame requestIdleCallback resizeBy resizeTo safari scheduler screen screenLeft',
  'screenTop screenX screenY scroll scrollBy scrollTo scrollX scrollY scrollbars self sessionStorage',
  'setInterval setTimeout sharedStorage showDirectoryPicker showOpenFilePicker showSaveFilePicker sidebar',
  'speechSynthesis status statusbar stop structuredClone styleMedia toolbar top trustedTypes viewport',
  'visualViewport webkit webkitURL when window',
  // Browsers: the classes that pages and their libraries use most.
  'AbortController AbortSignal Audio Blob BroadcastChannel CSS CustomEvent DOMException DOMParser Document',
  'Element Event EventTarget File FileReader FormData HTMLElement Headers History Image',
  'IntersectionObserver Location MessageChannel MutationObserver Navigator Node Notification Option',
  'PERSISTENT Performance PerformanceObserver ReadableStream Request ResizeObserver Response Storage TextDecoder',
  'TEMPORARY TextEncoder URL URLSearchParams WebSocket Window Worker XMLHttpRequest',
  // Meta's pixel.
  'fbq _fbq',
  // Site builders, form plugins and analytics, as their scripts set them.
  '$ _ jQuery Tilda tildaForm tcart tn lazy wp wpcf7 swv elementor gform WPForms wpforms Webflow tram paypal',
  'dataLayer ga gtag ym _tmr',
]
