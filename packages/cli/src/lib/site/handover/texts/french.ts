import type { HandoverTexts } from './english.ts'

/** The texts in French. Not yet reviewed by a native speaker. */
export const FRENCH: HandoverTexts = {
  title: 'Connecter {site}',
  line: 'Cette ligne mesure les visites et les formulaires de {site}. Collez-la une seule fois, dans le head de chaque page :',
  copy: 'Copier',
  copied: 'Copié.',
  consent:
    'Le script attend l’accord du visiteur. Votre bandeau de consentement doit appeler {call} : le guide montre comment.',
  consentTilda:
    'Le script attend l’accord du visiteur dans le bandeau de cookies de Tilda. Un autre bandeau doit appeler {call} : le guide montre comment.',
  where: 'Où placer la ligne',
  publish: 'Publiez ensuite le site à nouveau.',
  help: 'Aide de {builder}',
  wordpress:
    'Une extension qui ajoute du code dans le head, ou une petite extension à vous : le guide en contient une.',
  other: 'Un autre créateur de sites',
  otherText: 'Le réglage du code dans le head de toutes les pages.',
  pixel: 'Retirer l’ancien pixel',
  pixelText:
    'La ligne charge le pixel de Meta. Retirez le pixel de Meta des réglages, des extensions et du gestionnaire de balises de votre site. Sinon, chaque page vue compte deux fois.',
  form: 'Compter un formulaire',
  formText: 'Si vous pouvez modifier le HTML du formulaire, ajoutez-y {attribute} :',
  formBuilder:
    'Si le créateur de sites écrit le formulaire, utilisez le script du guide pour votre créateur de sites.',
  formPlatform:
    'La ligne compte chaque formulaire accepté de {builder}. N’ajoutez rien à ces formulaires et retirez le code que vous aviez collé pour eux. Sinon, ils comptent deux fois.',
  guide: 'Guide pour les créateurs de sites',
  check: 'Vérifier ce déploiement',
  token:
    'Définissez {variable} chez votre hébergeur avec le jeton d’accès de Meta. Vous l’obtenez dans Events Manager : {path}.',
  checkText:
    'Charge le script et demande à la fonction qui peut envoyer des événements. Aucun événement n’est envoyé.',
  checkButton: 'Vérifier',
  scriptFound: '✓ Le script est disponible.',
  scriptMissing: '✗ Le script n’est pas disponible ({status}). Recompilez et déployez à nouveau.',
  listed:
    '✓ La fonction répond. Elle n’accepte que les événements des origines de META_ALLOWED_ORIGINS.',
  open: '! La fonction répond. Elle accepte les événements de tous les sites, car META_ALLOWED_ORIGINS n’est pas définie.',
  failed:
    '✗ La fonction ne répond pas comme prévu ({status}). Lisez son journal chez votre hébergeur.',
  configured:
    '✓ La fonction est configurée. Seul le premier événement montre si Meta accepte son jeton.',
  unconfigured:
    '✗ La fonction n’est pas configurée et rejette donc tous les événements. Lisez son journal chez votre hébergeur.',
  unknown:
    '? Cette page ne peut pas voir si la fonction est configurée. Lisez son journal chez votre hébergeur.',
  limits:
    'Seule une page de {site} montre si ses événements arrivent. Ouvrez-en une, puis consultez le gestionnaire d’événements de Meta.',
}
