import { json } from 'node:stream/consumers'

import { startServer } from '@conversion-capi/test-support'

/** A server that receives OTLP over HTTP as JSON. */
export interface OtlpReceiver {
  /** The value of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string
  /** The attributes of the resource that sent the last metrics, for example `service.name`. */
  resource: () => Attributes
  /** Returns the last points of a metric, one for each combination of attributes. */
  points: (metric: string) => MetricPoint[]
  /** The log records in the order of arrival. */
  logs: () => LogRecord[]
  close: () => Promise<void>
}

/** Attributes with strings as values. */
export type Attributes = Record<string, string>

/** A value of a cumulative metric. */
export interface MetricPoint {
  attributes: Attributes
  unit: string
  /** The sum of a counter, the value of a gauge, or the number of values of a histogram. */
  count: number
  /** The sum of the values of a histogram. */
  sum?: number | undefined
  /** The upper bounds of the buckets of a histogram. */
  bounds?: number[] | undefined
}

/** A line that was logged. */
export interface LogRecord {
  severity: string
  body: string
}

/**
 * Starts a receiver on a free port of 127.0.0.1.
 *
 * @see https://opentelemetry.io/docs/specs/otlp/#otlphttp
 */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  let resource: Attributes = {}
  const points = new Map<string, Map<string, MetricPoint>>()
  const logs: LogRecord[] = []

  const { url, close } = await startServer(async (request, response) => {
    const body = await json(request)
    for (const each of (body as MetricsRequest).resourceMetrics ?? []) {
      resource = toObject(each.resource.attributes)
      each.scopeMetrics.flatMap(({ metrics }) => metrics).forEach(store)
    }
    for (const { scopeLogs } of (body as LogsRequest).resourceLogs ?? []) {
      for (const { severityText, body } of scopeLogs.flatMap(({ logRecords }) => logRecords)) {
        logs.push({ severity: severityText, body: body.stringValue })
      }
    }
    response.setHeader('Content-Type', 'application/json').end('{}')
  })
  return {
    url,
    resource: () => resource,
    points: (metric) => [...(points.get(metric)?.values() ?? [])],
    logs: () => logs,
    close,
  }

  function store({ name, unit, sum, gauge, histogram }: Metric): void {
    const series = points.get(name) ?? new Map<string, MetricPoint>()
    points.set(name, series)
    for (const { attributes, asDouble, asInt } of (sum ?? gauge)?.dataPoints ?? []) {
      const count = Number(asDouble ?? asInt)
      series.set(toKey(attributes), { attributes: toObject(attributes), unit, count })
    }
    for (const { attributes, count, sum, explicitBounds } of histogram?.dataPoints ?? []) {
      const value = { count: Number(count), sum, bounds: explicitBounds }
      series.set(toKey(attributes), { attributes: toObject(attributes), unit, ...value })
    }
  }
}

function toKey(attributes: KeyValue[]): string {
  return JSON.stringify(Object.entries(toObject(attributes)).sort())
}

function toObject(attributes: KeyValue[]): Attributes {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(value.stringValue)]))
}

interface MetricsRequest {
  resourceMetrics?: {
    resource: { attributes: KeyValue[] }
    scopeMetrics: { metrics: Metric[] }[]
  }[]
}

interface LogsRequest {
  resourceLogs?: {
    scopeLogs: { logRecords: { severityText: string; body: { stringValue: string } }[] }[]
  }[]
}

interface Metric {
  name: string
  unit: string
  sum?: NumberPoints
  gauge?: NumberPoints
  histogram?: {
    dataPoints: {
      attributes: KeyValue[]
      count: number | string
      sum?: number
      explicitBounds: number[]
    }[]
  }
}

interface NumberPoints {
  dataPoints: { attributes: KeyValue[]; asDouble?: number; asInt?: number | string }[]
}

interface KeyValue {
  key: string
  value: { stringValue?: string }
}
