/** A part of the bench that can run alone. */
export interface Part {
  /** Says what the part measures, in one line. */
  summary: string
  /** The default effort. It has only the keys that the part uses. */
  full: Effort
  /** The effort of `--quick`. */
  quick: Effort
  run: (effort: Required<Effort>) => Promise<Section>
}

/** How long a part measures. */
export interface Effort {
  /** How often each subject is measured. */
  rounds?: number
  /** How long one measurement takes. */
  seconds?: number
}

/** The results of a part. Contains no functions, because it is saved as JSON. */
export interface Section {
  title: string
  /** How the part was measured, for example `31 rounds of 0.2 s`. */
  effort: string
  /** The versions of the peers, for example `hono 4.13.19`. */
  versions: string[]
  /** Markdown. */
  blocks: string[]
  targets: Target[]
}

/** A goal, and whether the measurement reached it. */
export interface Target {
  /** For example `In process, compared with the bare forwarder`. */
  subject: string
  goal: string
  measured: string
  isMet: boolean
}
