import type { HandoverTexts } from './english.ts'

/** The texts in German. Not yet reviewed by a native speaker. */
export const GERMAN: HandoverTexts = {
  title: '{site} verbinden',
  line: 'Diese Zeile misst die Besuche und die Formulare von {site}. Fügen Sie sie einmal in den Head jeder Seite ein:',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  consent:
    'Das Skript wartet, bis der Besucher zustimmt. Ihr Consent-Banner muss {call} aufrufen: Die Anleitung zeigt, wie.',
  consentTilda:
    'Das Skript wartet, bis der Besucher im Cookie-Banner von Tilda zustimmt. Ein anderes Banner muss {call} aufrufen: Die Anleitung zeigt, wie.',
  where: 'Wohin die Zeile gehört',
  publish: 'Veröffentlichen Sie die Website danach neu.',
  help: 'Hilfe von {builder}',
  wordpress:
    'Ein Plugin, das Code in den Head einfügt, oder ein kleines eigenes Plugin: Die Anleitung enthält eines.',
  other: 'Ein anderer Website-Baukasten',
  otherText: 'Die Einstellung für Code im Head aller Seiten.',
  pixel: 'Den alten Pixel entfernen',
  pixelText:
    'Die Zeile lädt den Pixel von Meta. Entfernen Sie den Pixel von Meta aus den Einstellungen, den Plugins und dem Tag-Manager Ihrer Website. Sonst zählt jeder Seitenaufruf doppelt.',
  form: 'Ein Formular zählen',
  formText: 'Wenn Sie das HTML des Formulars ändern können, fügen Sie {attribute} hinzu:',
  formBuilder:
    'Wenn der Baukasten das Formular schreibt, verwenden Sie das Skript für Ihren Baukasten aus der Anleitung.',
  formPlatform:
    'Die Zeile zählt jedes angenommene Formular von {builder}. Fügen Sie diesen Formularen nichts hinzu und entfernen Sie Code, den Sie früher dafür eingefügt haben. Sonst zählen sie doppelt.',
  guide: 'Anleitung für Website-Baukästen',
  check: 'Diese Bereitstellung prüfen',
  token:
    'Setzen Sie {variable} bei Ihrem Hoster auf das Zugriffstoken von Meta. Sie erhalten es im Events Manager: {path}.',
  checkText:
    'Lädt das Skript und fragt die Funktion, wer Ereignisse senden darf. Es wird kein Ereignis gesendet.',
  checkButton: 'Prüfen',
  scriptFound: '✓ Das Skript wird ausgeliefert.',
  scriptMissing:
    '✗ Das Skript wird nicht ausgeliefert ({status}). Erstellen und veröffentlichen Sie es erneut.',
  listed:
    '✓ Die Funktion antwortet. Sie nimmt Ereignisse nur von den Origins in META_ALLOWED_ORIGINS an.',
  open: '! Die Funktion antwortet. Sie nimmt Ereignisse von jeder Website an, weil META_ALLOWED_ORIGINS nicht gesetzt ist.',
  failed:
    '✗ Die Funktion antwortet nicht wie erwartet ({status}). Lesen Sie ihr Protokoll bei Ihrem Hoster.',
  configured:
    '✓ Die Funktion ist konfiguriert. Ob Meta ihr Token annimmt, zeigt erst das erste Ereignis.',
  unconfigured:
    '✗ Die Funktion ist nicht konfiguriert und lehnt deshalb jedes Ereignis ab. Lesen Sie ihr Protokoll bei Ihrem Hoster.',
  unknown:
    '? Diese Seite kann nicht sehen, ob die Funktion konfiguriert ist. Lesen Sie ihr Protokoll bei Ihrem Hoster.',
  limits:
    'Nur eine Seite von {site} zeigt, ob ihre Ereignisse ankommen. Öffnen Sie eine und sehen Sie dann im Events Manager von Meta nach.',
}
