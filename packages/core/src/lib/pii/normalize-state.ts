/**
 * Normalizes a state: to its ANSI code in lowercase if it is a state or territory of the United States, otherwise to
 * lowercase letters.
 *
 * @param value A name or a code, for example `California`, `CA`, `US-CA` or `New South Wales`.
 * @returns An empty string if nothing usable remains.
 */
export function normalizeState(value: string): string {
  const letters = value
    .normalize('NFC')
    .toLowerCase()
    .replace(/^\s*us-/, '')
    .replace(/[^\p{L}\p{M}]/gu, '')
  return STATES.get(letters) ?? letters
}

/** The ANSI codes of states and territories of the United States. */
const STATES = /* @__PURE__ */ readStates(
  'alabama:al alaska:ak arizona:az arkansas:ar california:ca colorado:co connecticut:ct ' +
    'delaware:de florida:fl georgia:ga hawaii:hi idaho:id illinois:il indiana:in iowa:ia ' +
    'kansas:ks kentucky:ky louisiana:la maine:me maryland:md massachusetts:ma michigan:mi ' +
    'minnesota:mn mississippi:ms missouri:mo montana:mt nebraska:ne nevada:nv newhampshire:nh ' +
    'newjersey:nj newmexico:nm newyork:ny northcarolina:nc northdakota:nd ohio:oh oklahoma:ok ' +
    'oregon:or pennsylvania:pa rhodeisland:ri southcarolina:sc southdakota:sd tennessee:tn ' +
    'texas:tx utah:ut vermont:vt virginia:va washington:wa westvirginia:wv wisconsin:wi ' +
    'wyoming:wy districtofcolumbia:dc washingtondc:dc americansamoa:as guam:gu ' +
    'northernmarianaislands:mp puertorico:pr usvirginislands:vi virginislands:vi',
)

function readStates(states: string): Map<string, string> {
  return new Map(states.split(' ').map((state) => state.split(':') as [string, string]))
}
