import { type DescFile, type DescService, type FileRegistry, type Message, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { methodOf } from "../methods.js";
import { ReflectionServices } from "./messages.js";

export interface ReflectionParts {
  readonly registry: FileRegistry;
  /** Full names, as they are listed. */
  readonly services: readonly string[];
  /** Aborts when the server begins to stop: a tool that keeps its stream open must not keep the server. */
  readonly draining: AbortSignal;
}

interface Choice {
  readonly case: string;
  readonly value: unknown;
}

function notFound(what: string): Choice {
  return {
    case: "errorResponse",
    value: { errorCode: Code.NotFound, errorMessage: `there is no ${what}` },
  };
}

/** A file with all that it imports, once each: tools want to build it from one answer. */
function fileWithImports(file: DescFile, seen = new Map<string, DescFile>()): ReadonlyMap<string, DescFile> {
  if (seen.has(file.name)) return seen;
  seen.set(file.name, file);
  for (const imported of file.dependencies) fileWithImports(imported, seen);
  return seen;
}

function filesAnswer(file: DescFile | undefined, what: string): Choice {
  if (file === undefined) return notFound(what);
  const bytes = [...fileWithImports(file).values()].map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto));
  return { case: "fileDescriptorResponse", value: { fileDescriptorProto: bytes } };
}

/** Of a message, an enumeration, a service, or a service's method. */
function fileOfSymbol(registry: FileRegistry, symbol: string): DescFile | undefined {
  const direct = registry.get(symbol);
  if (direct !== undefined) return direct.file;
  const at = symbol.lastIndexOf(".");
  const service = registry.getService(symbol.slice(0, at));
  return service?.methods.some((method) => method.name === symbol.slice(at + 1)) ? service.file : undefined;
}

function answerTo(asked: Choice, { registry, services }: ReflectionParts): Choice {
  const what = String(asked.value);
  switch (asked.case) {
    case "listServices":
      return { case: "listServicesResponse", value: { service: services.map((name) => ({ name })) } };
    case "fileByFilename":
      return filesAnswer(
        [...registry.files].find((file) => file.proto.name === what),
        `file ${what}`,
      );
    case "fileContainingSymbol":
      return filesAnswer(fileOfSymbol(registry, what), `symbol ${what}`);
    case "allExtensionNumbersOfType":
      return registry.getMessage(what) === undefined
        ? notFound(`type ${what}`)
        : { case: "allExtensionNumbersResponse", value: { baseTypeName: what, extensionNumber: [] } };
    default:
      return notFound("such extension");
  }
}

/** The next request, or nothing once the caller is done or the server begins to stop. */
async function nextOf(requests: AsyncIterator<Message>, draining: AbortSignal): Promise<Message | undefined> {
  let stop: () => void = () => undefined;
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    if (draining.aborted) stop();
    else draining.addEventListener("abort", stop, { once: true });
  });
  try {
    const next = await Promise.race([requests.next(), stopped]);
    return next === undefined || next.done === true ? undefined : next.value;
  } finally {
    draining.removeEventListener("abort", stop);
  }
}

function addOne(router: ConnectRouter, service: DescService, parts: ReflectionParts): void {
  router.rpc(methodOf(service, "ServerReflectionInfo", "bidi_streaming"), async function* (requests) {
    const iterator = requests[Symbol.asyncIterator]();
    for (;;) {
      const request = await nextOf(iterator, parts.draining);
      if (request === undefined) return;
      const { host, messageRequest } = request as unknown as { host: string; messageRequest: Choice };
      yield { validHost: host, originalRequest: request, messageResponse: answerTo(messageRequest, parts) };
    }
  });
}

/** `grpc.reflection.v1` and `v1alpha`: tools list and call the services without having the proto file. */
export function addReflection(router: ConnectRouter, parts: ReflectionParts): void {
  for (const service of ReflectionServices) addOne(router, service, parts);
}
