import type {
  DescMethod,
  DescMethodBiDiStreaming,
  DescMethodServerStreaming,
  DescMethodUnary,
  DescService,
} from "@bufbuild/protobuf";

interface Kinds {
  readonly unary: DescMethodUnary;
  readonly server_streaming: DescMethodServerStreaming;
  readonly bidi_streaming: DescMethodBiDiStreaming;
}

function isOf<Kind extends keyof Kinds>(
  method: DescMethod | undefined,
  kind: Kind,
): method is DescMethod & Kinds[Kind] {
  return method?.methodKind === kind;
}

/**
 * The method of a service by its name.
 * @throws TypeError when there is none of that name and kind
 */
export function methodOf<Kind extends keyof Kinds>(service: DescService, name: string, kind: Kind): Kinds[Kind] {
  const method = service.methods.find((one) => one.name === name);
  if (!isOf(method, kind)) throw new TypeError(`${service.typeName}.${name} is not described`);
  return method;
}
