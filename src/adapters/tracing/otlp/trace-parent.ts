import { type SpanContext, TraceFlags } from "@opentelemetry/api";

const SHAPE = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const INVALID_VERSION = "ff";

/** `traceparent` of W3C Trace Context, level 1. Undefined for what is none: then nobody called from within a trace. */
export function readTraceparent(header: string): SpanContext | undefined {
  const [, version, traceId, spanId, flags, more] = SHAPE.exec(header.trim()) ?? [];
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  // later versions may add parts; this one has none
  if (version === INVALID_VERSION || (version === "00" && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & 1) === 1;
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
}
