import type { HandoverTexts } from './english.ts'

/** The texts in Dutch. Not yet reviewed by a native speaker. */
export const DUTCH: HandoverTexts = {
  title: '{site} koppelen',
  line: 'Deze regel meet de bezoeken en de formulieren van {site}. Plak hem één keer in de head van elke pagina:',
  copy: 'Kopiëren',
  copied: 'Gekopieerd.',
  consent:
    'Het script wacht tot de bezoeker akkoord gaat. Uw toestemmingsbanner moet {call} aanroepen: de handleiding laat zien hoe.',
  consentTilda:
    'Het script wacht tot de bezoeker akkoord gaat in de cookiebanner van Tilda. Een andere banner moet {call} aanroepen: de handleiding laat zien hoe.',
  where: 'Waar de regel hoort',
  publish: 'Publiceer de site daarna opnieuw.',
  help: 'Hulp van {builder}',
  wordpress:
    'Een plug-in die code aan de head toevoegt, of een kleine eigen plug-in: in de handleiding staat er een.',
  other: 'Een andere websitebouwer',
  otherText: 'De instelling voor code in de head van alle pagina’s.',
  pixel: 'De oude pixel verwijderen',
  pixelText:
    'De regel laadt de pixel van Meta. Verwijder de pixel van Meta uit de instellingen, de plug-ins en de tagmanager van uw site. Anders telt elke paginaweergave dubbel.',
  form: 'Een formulier tellen',
  formText: 'Als u de HTML van het formulier kunt bewerken, voeg dan {attribute} toe:',
  formBuilder:
    'Als de websitebouwer het formulier schrijft, gebruik dan het script voor uw websitebouwer in de handleiding.',
  formPlatform:
    'De regel telt elk geaccepteerd formulier van {builder}. Voeg niets aan deze formulieren toe en verwijder code die u er eerder voor hebt geplakt. Anders tellen ze dubbel.',
  guide: 'Handleiding voor websitebouwers',
  check: 'Deze installatie controleren',
  token:
    'Stel {variable} bij uw host in op het toegangstoken van Meta. U krijgt het in Events Manager: {path}.',
  checkText:
    'Laadt het script en vraagt de functie wie gebeurtenissen mag sturen. Er wordt geen gebeurtenis gestuurd.',
  checkButton: 'Controleren',
  scriptFound: '✓ Het script is beschikbaar.',
  scriptMissing: '✗ Het script is niet beschikbaar ({status}). Bouw en publiceer opnieuw.',
  listed:
    '✓ De functie reageert. Ze accepteert alleen gebeurtenissen van de origins in META_ALLOWED_ORIGINS.',
  open: '! De functie reageert. Ze accepteert gebeurtenissen van elke site, omdat META_ALLOWED_ORIGINS niet is ingesteld.',
  failed: '✗ De functie reageert niet zoals verwacht ({status}). Lees haar logboek bij uw host.',
  configured:
    '✓ De functie is geconfigureerd. Of Meta haar token accepteert, blijkt pas bij de eerste gebeurtenis.',
  unconfigured:
    '✗ De functie is niet geconfigureerd en weigert daarom elke gebeurtenis. Lees haar logboek bij uw host.',
  unknown:
    '? Deze pagina kan niet zien of de functie is geconfigureerd. Lees haar logboek bij uw host.',
  limits:
    'Alleen een pagina van {site} laat zien of haar gebeurtenissen aankomen. Open er een en kijk dan in Events Manager van Meta.',
}
