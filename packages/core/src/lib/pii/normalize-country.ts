/**
 * Returns the ISO 3166-1 alpha-2 code of a country in lowercase. Accepts a code of two or three letters, and a name in
 * English or in a language of the country, for example `US`, `USA`, `United States` or `Deutschland`.
 */
export function normalizeCountry(value: string): string | undefined {
  const key = toKey(value)
  return CODES.get(key) ?? (names ??= readNames()).get(key)
}

/** Accents are removed, because names are often written without them. */
function toKey(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/^\s*the\s/, '')
    .replace(/\bst\.?\s/, 'saint ')
    .replaceAll('&', 'and')
    .replace(/[^\p{L}]/gu, '')
}

/** The codes of ISO 3166-1, of two and of three letters. */
const COUNTRIES =
  'adand aeare afafg agatg aiaia alalb amarm aoago aqata ararg asasm ataut auaus awabw axala ' +
  'azaze babih bbbrb bdbgd bebel bfbfa bgbgr bhbhr bibdi bjben blblm bmbmu bnbrn bobol bqbes ' +
  'brbra bsbhs btbtn bvbvt bwbwa byblr bzblz cacan cccck cdcod cfcaf cgcog chche ciciv ckcok ' +
  'clchl cmcmr cnchn cocol crcri cucub cvcpv cwcuw cxcxr cycyp czcze dedeu djdji dkdnk dmdma ' +
  'dodom dzdza ececu eeest egegy ehesh ereri esesp eteth fifin fjfji fkflk fmfsm fofro frfra ' +
  'gagab gbgbr gdgrd gegeo gfguf ggggy ghgha gigib glgrl gmgmb gngin gpglp gqgnq grgrc gssgs ' +
  'gtgtm gugum gwgnb gyguy hkhkg hmhmd hnhnd hrhrv hthti huhun ididn ieirl ilisr imimn inind ' +
  'ioiot iqirq irirn isisl itita jejey jmjam jojor jpjpn keken kgkgz khkhm kikir kmcom knkna ' +
  'kpprk krkor kwkwt kycym kzkaz lalao lblbn lclca lilie lklka lrlbr lslso ltltu lulux lvlva ' +
  'lylby mamar mcmco mdmda memne mfmaf mgmdg mhmhl mkmkd mlmli mmmmr mnmng momac mpmnp mqmtq ' +
  'mrmrt msmsr mtmlt mumus mvmdv mwmwi mxmex mymys mzmoz nanam ncncl nener nfnfk ngnga ninic ' +
  'nlnld nonor npnpl nrnru nuniu nznzl omomn papan peper pfpyf pgpng phphl pkpak plpol pmspm ' +
  'pnpcn prpri pspse ptprt pwplw pypry qaqat rereu rorou rssrb rurus rwrwa sasau sbslb scsyc ' +
  'sdsdn seswe sgsgp shshn sisvn sjsjm sksvk slsle smsmr snsen sosom srsur ssssd ststp svslv ' +
  'sxsxm sysyr szswz tctca tdtcd tfatf tgtgo ththa tjtjk tktkl tltls tmtkm tntun toton trtur ' +
  'tttto tvtuv twtwn tztza uaukr uguga umumi ususa uyury uzuzb vavat vcvct veven vgvgb vivir ' +
  'vnvnm vuvut wfwlf wswsm yeyem ytmyt zazaf zmzmb zwzwe'

/** Usual names, and names of ISO 3166-1, that runtimes do not know. */
const ALIASES = {
  ae: 'uae',
  ba: 'bosnia',
  bn: 'bruneidarussalam',
  bo: 'boliviaplurinationalstateof',
  cd: 'congothedemocraticrepublicofthe democraticrepublicofthecongo drcongo',
  cg: 'congo republicofthecongo',
  ci: 'ivorycoast',
  cv: 'caboverde',
  cz: 'czechrepublic',
  fm: 'micronesiafederatedstatesof',
  gb: 'uk greatbritain britain england scotland wales northernireland',
  hk: 'hongkong',
  ir: 'iranislamicrepublicof',
  kp: 'koreademocraticpeoplesrepublicof',
  kr: 'korearepublicof republicofkorea',
  la: 'laopeoplesdemocraticrepublic',
  md: 'moldovarepublicof',
  mk: 'macedonia',
  mm: 'burma myanmar',
  mo: 'macau macao',
  nl: 'holland',
  ps: 'palestine palestinestateof',
  ru: 'russianfederation российскаяфедерация',
  sy: 'syrianarabrepublic',
  sz: 'swaziland',
  tl: 'easttimor',
  tr: 'turkey',
  tw: 'taiwanprovinceofchina',
  tz: 'tanzaniaunitedrepublicof',
  us: 'unitedstatesofamerica',
  va: 'vatican holysee holyseevaticancitystate',
  ve: 'venezuelabolivarianrepublicof',
  vg: 'virginislandsbritish',
  vi: 'virginislandsus',
}

/** The codes by code, and by alias. */
const CODES = /* @__PURE__ */ readCodes()

function readCodes(): Map<string, string> {
  const codes = COUNTRIES.split(' ').map((both) => [both.slice(0, 2), both.slice(2)] as const)
  const aliases = Object.entries(ALIASES).flatMap(([code, names]) =>
    names.split(' ').map((name) => [toKey(name), code] as const),
  )
  return new Map([
    ...codes.flatMap(
      ([two, three]) =>
        [
          [two, two],
          [three, two],
        ] as const,
    ),
    ...aliases,
  ])
}

let names: Map<string, string> | undefined

/** Reads the names from the runtime: in English, and in the language that most people of the country speak. */
function readNames(): Map<string, string> {
  const found = [...new Set(CODES.values())].flatMap((code) => {
    const languages = ['en', new Intl.Locale(`und-${code}`).maximize().language]
    return languages.map((language) => {
      // Returns the code if the runtime does not know the name.
      const name = new Intl.DisplayNames(language, { type: 'region' }).of(code.toUpperCase())!
      return [toKey(name), code] as const
    })
  })
  return new Map(found)
}
