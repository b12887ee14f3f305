import { diag, DiagConsoleLogger, DiagLogLevel, metrics } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { detectResources, envDetector } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'

/**
 * Exports metrics once per minute, and when the process ends. Logs exports that fail.
 *
 * Reads `OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_SERVICE_NAME`. Node only: Deno exports
 * metrics itself.
 */
export function startMetrics(): void {
  diag.setLogger(new DiagConsoleLogger(), DiagLogLevel.ERROR)
  const provider = new MeterProvider({
    resource: detectResources({ detectors: [envDetector] }),
    readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })],
  })
  metrics.setGlobalMeterProvider(provider)
  process.once('beforeExit', () => provider.shutdown())
}
