import type { HandoverTexts } from './english.ts'

/** The texts in Spanish. Not yet reviewed by a native speaker. */
export const SPANISH: HandoverTexts = {
  title: 'Conectar {site}',
  line: 'Esta línea mide las visitas y los formularios de {site}. Péguela una sola vez en el head de cada página:',
  copy: 'Copiar',
  copied: 'Copiado.',
  consent:
    'El script espera a que el visitante acepte. Su banner de consentimiento debe llamar a {call}: la guía explica cómo.',
  consentTilda:
    'El script espera a que el visitante acepte en el banner de cookies de Tilda. Otro banner debe llamar a {call}: la guía explica cómo.',
  where: 'Dónde va la línea',
  publish: 'Después, publique el sitio de nuevo.',
  help: 'Ayuda de {builder}',
  wordpress: 'Un plugin que añade código al head, o un pequeño plugin propio: la guía incluye uno.',
  other: 'Otro creador de sitios',
  otherText: 'El ajuste para el código en el head de todas las páginas.',
  pixel: 'Quitar el píxel anterior',
  pixelText:
    'La línea carga el píxel de Meta. Quite el píxel de Meta de los ajustes, los plugins y el gestor de etiquetas de su sitio. De lo contrario, cada visita a una página se cuenta dos veces.',
  form: 'Contar un formulario',
  formText: 'Si puede editar el HTML del formulario, añádale {attribute}:',
  formBuilder:
    'Si el creador de sitios escribe el formulario, use el script para su creador que está en la guía.',
  formPlatform:
    'La línea cuenta cada formulario aceptado de {builder}. No añada nada a estos formularios y quite el código que pegó para ellos. Si no, cuentan dos veces.',
  guide: 'Guía para creadores de sitios',
  check: 'Comprobar este despliegue',
  token:
    'Defina {variable} en su hosting con el token de acceso de Meta. Lo obtiene en Events Manager: {path}.',
  checkText:
    'Carga el script y pregunta a la función quién puede enviar eventos. No envía ningún evento.',
  checkButton: 'Comprobar',
  scriptFound: '✓ El script está disponible.',
  scriptMissing: '✗ El script no está disponible ({status}). Compile y despliegue de nuevo.',
  listed: '✓ La función responde. Solo acepta eventos de los orígenes de META_ALLOWED_ORIGINS.',
  open: '! La función responde. Acepta eventos de cualquier sitio, porque META_ALLOWED_ORIGINS no está definida.',
  failed: '✗ La función no responde como debería ({status}). Lea su registro en su proveedor.',
  configured:
    '✓ La función está configurada. Solo el primer evento muestra si Meta acepta su token.',
  unconfigured:
    '✗ La función no está configurada y por eso rechaza todos los eventos. Lea su registro en su proveedor.',
  unknown:
    '? Esta página no puede ver si la función está configurada. Lea su registro en su proveedor.',
  limits:
    'Solo una página de {site} muestra si sus eventos llegan. Abra una y mire después el administrador de eventos de Meta.',
}
