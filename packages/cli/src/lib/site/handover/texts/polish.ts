import type { HandoverTexts } from './english.ts'

/** The texts in Polish. Not yet reviewed by a native speaker. */
export const POLISH: HandoverTexts = {
  title: 'Połącz {site}',
  line: 'Ta linia mierzy wizyty i formularze witryny {site}. Wklej ją raz do sekcji head każdej strony:',
  copy: 'Kopiuj',
  copied: 'Skopiowano.',
  consent:
    'Skrypt czeka na zgodę odwiedzającego. Baner zgody musi wywołać {call}: przewodnik pokazuje jak.',
  consentTilda:
    'Skrypt czeka na zgodę odwiedzającego w banerze cookies Tildy. Inny baner musi wywołać {call}: przewodnik pokazuje jak.',
  where: 'Gdzie wkleić linię',
  publish: 'Następnie opublikuj witrynę ponownie.',
  help: 'Pomoc {builder}',
  wordpress:
    'Wtyczka dodająca kod do sekcji head albo mała własna wtyczka: jedna jest w przewodniku.',
  other: 'Inny kreator stron',
  otherText: 'Ustawienie kodu w sekcji head wszystkich stron.',
  pixel: 'Usuń stary piksel',
  pixelText:
    'Linia wczytuje piksel Meta. Usuń piksel Meta z ustawień, wtyczek i menedżera tagów swojej witryny. W przeciwnym razie każde wyświetlenie strony zostanie policzone dwa razy.',
  form: 'Policz formularz',
  formText: 'Jeśli możesz edytować HTML formularza, dodaj do niego {attribute}:',
  formBuilder:
    'Jeśli formularz tworzy kreator stron, użyj skryptu dla swojego kreatora z przewodnika.',
  formPlatform:
    'Linia liczy każdy przyjęty formularz {builder}. Nic do tych formularzy nie dodawaj i usuń kod, który wcześniej dla nich wklejono. Inaczej liczą się podwójnie.',
  guide: 'Przewodnik po kreatorach stron',
  check: 'Sprawdź to wdrożenie',
  token:
    'Ustaw {variable} na hostingu na token dostępu Meta. Otrzymasz go w Events Managerze: {path}.',
  checkText:
    'Wczytuje skrypt i pyta funkcję, kto może wysyłać zdarzenia. Nie wysyła żadnego zdarzenia.',
  checkButton: 'Sprawdź',
  scriptFound: '✓ Skrypt jest dostępny.',
  scriptMissing: '✗ Skrypt nie jest dostępny ({status}). Zbuduj i wdróż ponownie.',
  listed: '✓ Funkcja odpowiada. Przyjmuje zdarzenia tylko ze źródeł w META_ALLOWED_ORIGINS.',
  open: '! Funkcja odpowiada. Przyjmuje zdarzenia z każdej witryny, ponieważ META_ALLOWED_ORIGINS nie jest ustawiona.',
  failed:
    '✗ Funkcja nie odpowiada tak, jak powinna ({status}). Przeczytaj jej dziennik na swoim hostingu.',
  configured:
    '✓ Funkcja jest skonfigurowana. Dopiero pierwsze zdarzenie pokaże, czy Meta akceptuje jej token.',
  unconfigured:
    '✗ Funkcja nie jest skonfigurowana, więc odrzuca każde zdarzenie. Przeczytaj jej dziennik na swoim hostingu.',
  unknown:
    '? Ta strona nie widzi, czy funkcja jest skonfigurowana. Przeczytaj jej dziennik na swoim hostingu.',
  limits:
    'Tylko strona witryny {site} pokazuje, czy jej zdarzenia docierają. Otwórz ją, a potem zajrzyj do Menedżera zdarzeń Meta.',
}
