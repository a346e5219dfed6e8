import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { toKeepsakeError } from "../../../domain/index.js";
import type { Telemetry, Tracer } from "../../../ports/index.js";
import { readTraceparent } from "./trace-parent.js";

export interface OtlpOptions {
  /** Where a collector takes traces over HTTP, `/v1/traces` included. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the calls that come from no trace, the share that is traced, 0 to 1. Who calls from within one decides for its own. */
  readonly sampleShare: number;
  readonly serviceName: string;
}

/** A collector that does not answer must not keep the process from ending. */
const EXPORT_TIMEOUT_MS = 5_000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

/** What could not be sent is lost and said so: memory must not grow, and nobody waits, because a collector is down. */
function reporting(exporter: OTLPTraceExporter, telemetry: Telemetry): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined) {
          telemetry.count("keepsake_spans_lost", spans.length);
          telemetry.log("warn", "tracing-export-failed", { spans: spans.length, cause: result.error.name });
        }
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

export interface OtlpTracer extends Tracer {
  /** Sends what is left; rejects nothing. */
  close(): Promise<void>;
}

/** Traces by OpenTelemetry, sent to a collector over OTLP/HTTP in batches. Nothing global is set: other tracing of the process is left alone. */
export function createOtlpTracer(options: OtlpOptions, telemetry: Telemetry): OtlpTracer {
  const { url, headers = {}, sampleShare, serviceName } = options;
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_TIMEOUT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleShare) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reporting(exporter, telemetry) })],
  });
  const tracer = provider.getTracer("keepsake");
  const running = new AsyncLocalStorage<Context>();
  const current = (): Span | undefined => trace.getSpan(running.getStore() ?? ROOT_CONTEXT);
  return {
    async span(name, work, { kind, attributes = {}, traceparent } = {}) {
      const remote = traceparent === undefined ? undefined : readTraceparent(traceparent);
      const parent =
        remote === undefined ? (running.getStore() ?? ROOT_CONTEXT) : trace.setSpanContext(ROOT_CONTEXT, remote);
      const spanKind = kind === undefined ? SpanKind.INTERNAL : KINDS[kind];
      const span = tracer.startSpan(name, { kind: spanKind, attributes: { ...attributes } }, parent);
      try {
        return await running.run(trace.setSpan(parent, span), work);
      } catch (thrown) {
        const { code } = toKeepsakeError(thrown);
        span.setAttribute("error.type", code).setStatus({ code: SpanStatusCode.ERROR, message: code });
        throw thrown;
      } finally {
        span.end();
      }
    },
    note: (attributes) => void current()?.setAttributes({ ...attributes }),
    traceId: () => current()?.spanContext().traceId,
    close: () =>
      provider.shutdown().catch((thrown: unknown) => {
        telemetry.log("warn", "tracing-not-closed", { cause: thrown instanceof Error ? thrown.name : typeof thrown });
      }),
  };
}
