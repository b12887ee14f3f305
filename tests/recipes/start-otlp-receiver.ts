import { json } from 'node:stream/consumers'

import { startServer } from '@conversion-capi/test-support'

export type Attributes = Record<string, string>

export interface MetricPoint {
  attributes: Attributes
  unit: string
  /** The sum of a counter, the value of a gauge, or the number of values of a histogram. */
  count: number
  bounds?: number[]
}

export interface LogRecord {
  severity: string
  body: string
}

/**
 * Starts a server that receives OTLP over HTTP as JSON, on a free port of 127.0.0.1.
 *
 * @see https://opentelemetry.io/docs/specs/otlp/#otlphttp
 */
export async function startOtlpReceiver() {
  let resource: Attributes = {}
  const points = new Map<string, Map<string, MetricPoint>>()
  const logs: LogRecord[] = []

  const { url, close } = await startServer(async (request, response) => {
    const { resourceMetrics = [], resourceLogs = [] } = (await json(request)) as ExportRequest
    for (const each of resourceMetrics) {
      resource = toObject(each.resource.attributes)
      each.scopeMetrics.flatMap(({ metrics }) => metrics).forEach(store)
    }
    for (const { scopeLogs } of resourceLogs) {
      for (const { severityText, body } of scopeLogs.flatMap(({ logRecords }) => logRecords)) {
        logs.push({ severity: severityText, body: body.stringValue })
      }
    }
    response.setHeader('Content-Type', 'application/json').end('{}')
  })
  return {
    url,
    /** The attributes of the resource that sent the last metrics, for example `service.name`. */
    resource: () => resource,
    /** Returns the last points of a metric, one for each combination of attributes. */
    points: (metric: string) => [...(points.get(metric)?.values() ?? [])],
    logs: () => logs,
    close,
  }

  function store({ name, unit, sum, gauge, histogram }: Metric): void {
    const series = points.get(name) ?? new Map<string, MetricPoint>()
    points.set(name, series)
    for (const point of (sum ?? gauge ?? histogram)?.dataPoints ?? []) {
      const { asDouble, asInt, count, explicitBounds: bounds } = point
      const attributes = toObject(point.attributes)
      const value = Number(asDouble ?? asInt ?? count)
      const key = JSON.stringify(Object.entries(attributes).sort())
      series.set(key, { attributes, unit, count: value, ...(bounds && { bounds }) })
    }
  }
}

function toObject(attributes: KeyValue[]): Attributes {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(value.stringValue)]))
}

interface ExportRequest {
  resourceMetrics?: {
    resource: { attributes: KeyValue[] }
    scopeMetrics: { metrics: Metric[] }[]
  }[]
  resourceLogs?: {
    scopeLogs: { logRecords: { severityText: string; body: { stringValue: string } }[] }[]
  }[]
}

type Metric = { name: string; unit: string } & Partial<
  Record<'sum' | 'gauge' | 'histogram', { dataPoints: DataPoint[] }>
>

/** A number has `asDouble` or `asInt`, a histogram has the other fields. */
interface DataPoint {
  attributes: KeyValue[]
  asDouble?: number
  asInt?: number | string
  count?: number | string
  explicitBounds?: number[]
}

interface KeyValue {
  key: string
  value: { stringValue?: string }
}
