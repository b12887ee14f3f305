import { TILDA_EXPORT, WEBFLOW_EXPORT, WIX_PAGE, WORDPRESS_PAGE } from './site-files.ts'

/** The site of a school on a site builder, as visitors and crawlers get it. */
export interface PublishedSite {
  name: string
  /** The HTML of two pages by path: the home page first. Each contains the builder's own pixel. */
  pages: Record<string, string>
  /** The code that the builder's pixel setting adds to each page. */
  pixel: RegExp
  /** `robots.txt` and the sitemap, by path. */
  files: Record<string, string>
}

/** The origin that the pages, `robots.txt` and the sitemaps name. */
const PUBLISHED_ORIGIN = 'https://gambit.example'

/**
 * The four site builders. Each file names the public page whose markup it follows. `robots.txt` and the sitemaps have
 * the form that the builder generates.
 */
export const PUBLISHED_SITES: PublishedSite[] = [
  {
    name: 'Tilda',
    pages: {
      '/': TILDA_EXPORT['public/index.html']!,
      '/page10000002.html': TILDA_EXPORT['public/page10000002.html']!,
    },
    pixel:
      /(?:<!-- Facebook Pixel Code -->)?<script[^>]*data-tilda-cookie-type="advertising">[^]*?<\/script>(?:<!-- End Facebook Pixel Code -->)?/,
    files: {
      '/robots.txt': `User-agent: *\nDisallow: /members\nSitemap: ${PUBLISHED_ORIGIN}/sitemap.xml\n`,
      '/sitemap.xml': sitemap('/', '/page10000002.html'),
    },
  },
  {
    name: 'WordPress',
    pages: {
      '/': WORDPRESS_PAGE['public/index.html']!,
      '/contact/': WORDPRESS_PAGE['public/index.html']!.replace('page-id-8', 'page-id-9'),
    },
    pixel: /<!-- Meta Pixel Code -->[^]*<!-- End Meta Pixel Code -->/,
    files: {
      '/robots.txt': `User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n\nSitemap: ${PUBLISHED_ORIGIN}/wp-sitemap.xml\n`,
      '/wp-sitemap.xml': index('/wp-sitemap-posts-page-1.xml', '/wp-sitemap-users-1.xml'),
      '/wp-sitemap-posts-page-1.xml': sitemap('/', '/contact/'),
    },
  },
  {
    name: 'Wix',
    pages: { '/': WIX_PAGE['public/index.html']!, '/contact': WIX_PAGE['public/contact.html']! },
    pixel: /<!-- Meta Pixel Code -->[^]*<!-- End Meta Pixel Code -->/,
    files: {
      '/robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${PUBLISHED_ORIGIN}/sitemap.xml\n`,
      '/sitemap.xml': index('/pages-sitemap.xml'),
      '/pages-sitemap.xml': sitemap('', '/contact'),
    },
  },
  {
    name: 'Webflow',
    pages: {
      '/': WEBFLOW_EXPORT['public/index.html']!,
      '/contact': WEBFLOW_EXPORT['public/contact.html']!,
    },
    pixel: /<!--  Meta Pixel Code  -->[^]*<!--  End Meta Pixel Code  -->/,
    files: {
      '/robots.txt': `Sitemap: ${PUBLISHED_ORIGIN}/sitemap.xml\n`,
      '/sitemap.xml': sitemap('', '/contact'),
    },
  },
]

/** What the owner of a site has set in its site builder. */
export interface Settings {
  /** The code that the builder adds to the head of every page. */
  head: string
  /** The head of single pages, by path. */
  heads?: Record<string, string>
  /** Whether the builder's own pixel is on. @default false */
  pixel?: boolean
}

/**
 * Returns what a site builder serves at a path.
 *
 * @param site The site.
 * @param path The path.
 * @param settings What its owner has set.
 */
export function publish(
  { pages, pixel, files }: PublishedSite,
  path: string,
  settings: Settings,
): { type: string; body: string } | undefined {
  const page = pages[path]
  if (page === undefined) {
    const body = files[path]
    const type = path.endsWith('.xml') ? 'application/xml' : 'text/plain'
    return body === undefined ? undefined : { type, body }
  }
  const { head, heads = {}, pixel: hasPixel = false } = settings
  const html = hasPixel ? page : page.replace(pixel, '')
  const body = html.replace('</head>', `${heads[path] ?? head}</head>`)
  return { type: 'text/html; charset=utf-8', body }
}

function sitemap(...paths: string[]): string {
  const urls = paths.map((path) => `<url><loc>${PUBLISHED_ORIGIN}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}

function index(...paths: string[]): string {
  const urls = paths.map((path) => `<sitemap><loc>${PUBLISHED_ORIGIN}${path}</loc></sitemap>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</sitemapindex>\n`
}
