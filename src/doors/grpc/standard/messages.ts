import {
  createFileRegistry,
  type DescMessage,
  type DescService,
  type FileRegistry,
  fromJson,
  type JsonObject,
  type JsonValue,
} from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, file_google_protobuf_duration } from "@bufbuild/protobuf/wkt";

/*
 * The few public protobuf files that every gRPC server speaks besides its own, written down as descriptors so that nothing needs a compiler.
 */

/** A field: a scalar by its name in capitals, or a message by its full name with a leading dot. */
function field(name: string, number: number, type: string, more: JsonObject = {}): JsonObject {
  const described = type.startsWith(".") ? { type: "TYPE_MESSAGE", typeName: type } : { type: `TYPE_${type}` };
  const jsonName = name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
  return { name, jsonName, number, label: "LABEL_OPTIONAL", ...described, ...more };
}

const LIST = { label: "LABEL_REPEATED" };
/** Member of the message's only choice. */
const CHOICE = { oneofIndex: 0 };

function message(name: string, fields: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return { name, field: [...fields], ...more };
}

function register(file: JsonObject): FileRegistry {
  return createFileRegistry(fromJson(FileDescriptorProtoSchema, { syntax: "proto3", ...file } as JsonValue), (name) =>
    name === "google/protobuf/duration.proto" ? file_google_protobuf_duration : undefined,
  );
}

function found<Desc extends DescMessage | DescService>(desc: Desc | undefined): Desc {
  if (desc === undefined) throw new TypeError("a standard message is not described");
  return desc;
}

const details = register({
  name: "google/rpc/error_details.proto",
  package: "google.rpc",
  dependency: ["google/protobuf/duration.proto"],
  messageType: [
    message(
      "ErrorInfo",
      [
        field("reason", 1, "STRING"),
        field("domain", 2, "STRING"),
        field("metadata", 3, ".google.rpc.ErrorInfo.MetadataEntry", LIST),
      ],
      {
        nestedType: [
          message("MetadataEntry", [field("key", 1, "STRING"), field("value", 2, "STRING")], {
            options: { mapEntry: true },
          }),
        ],
      },
    ),
    message("RetryInfo", [field("retry_delay", 1, ".google.protobuf.Duration")]),
    message("BadRequest", [field("field_violations", 1, ".google.rpc.BadRequest.FieldViolation", LIST)], {
      nestedType: [message("FieldViolation", [field("field", 1, "STRING"), field("description", 2, "STRING")])],
    }),
  ],
});

/** google.rpc.ErrorInfo: which error, machine-readable. */
export const ErrorInfoSchema = found(details.getMessage("google.rpc.ErrorInfo"));
/** google.rpc.RetryInfo: when to try again. */
export const RetryInfoSchema = found(details.getMessage("google.rpc.RetryInfo"));
/** google.rpc.BadRequest: every field at fault. */
export const BadRequestSchema = found(details.getMessage("google.rpc.BadRequest"));

/** Of grpc.health.v1, with their numbers. */
export const SERVING_STATUS = { SERVING: 1, NOT_SERVING: 2, SERVICE_UNKNOWN: 3 } as const;
export type ServingStatus = keyof typeof SERVING_STATUS;

const STATUS = ".grpc.health.v1.HealthCheckResponse.ServingStatus";
const CHECK = { inputType: ".grpc.health.v1.HealthCheckRequest", outputType: ".grpc.health.v1.HealthCheckResponse" };

export const healthFile = register({
  name: "grpc/health/v1/health.proto",
  package: "grpc.health.v1",
  messageType: [
    message("HealthCheckRequest", [field("service", 1, "STRING")]),
    message("HealthCheckResponse", [field("status", 1, "ENUM", { typeName: STATUS })], {
      enumType: [
        {
          name: "ServingStatus",
          value: Object.entries({ UNKNOWN: 0, ...SERVING_STATUS }).map(([name, number]) => ({ name, number })),
        },
      ],
    }),
  ],
  service: [
    {
      name: "Health",
      method: [
        { name: "Check", ...CHECK },
        { name: "Watch", ...CHECK, serverStreaming: true },
      ],
    },
  ],
});

export const HealthService = found(healthFile.getService("grpc.health.v1.Health"));

function reflectionFile(pkg: string): FileRegistry {
  const of = (name: string): string => `.${pkg}.${name}`;
  return register({
    name: `${pkg.replaceAll(".", "/")}/reflection.proto`,
    package: pkg,
    messageType: [
      message(
        "ServerReflectionRequest",
        [
          field("host", 1, "STRING"),
          field("file_by_filename", 3, "STRING", CHOICE),
          field("file_containing_symbol", 4, "STRING", CHOICE),
          field("file_containing_extension", 5, of("ExtensionRequest"), CHOICE),
          field("all_extension_numbers_of_type", 6, "STRING", CHOICE),
          field("list_services", 7, "STRING", CHOICE),
        ],
        { oneofDecl: [{ name: "message_request" }] },
      ),
      message("ExtensionRequest", [field("containing_type", 1, "STRING"), field("extension_number", 2, "INT32")]),
      message(
        "ServerReflectionResponse",
        [
          field("valid_host", 1, "STRING"),
          field("original_request", 2, of("ServerReflectionRequest")),
          field("file_descriptor_response", 4, of("FileDescriptorResponse"), CHOICE),
          field("all_extension_numbers_response", 5, of("ExtensionNumberResponse"), CHOICE),
          field("list_services_response", 6, of("ListServiceResponse"), CHOICE),
          field("error_response", 7, of("ErrorResponse"), CHOICE),
        ],
        { oneofDecl: [{ name: "message_response" }] },
      ),
      message("FileDescriptorResponse", [field("file_descriptor_proto", 1, "BYTES", LIST)]),
      message("ExtensionNumberResponse", [
        field("base_type_name", 1, "STRING"),
        field("extension_number", 2, "INT32", LIST),
      ]),
      message("ListServiceResponse", [field("service", 1, of("ServiceResponse"), LIST)]),
      message("ServiceResponse", [field("name", 1, "STRING")]),
      message("ErrorResponse", [field("error_code", 1, "INT32"), field("error_message", 2, "STRING")]),
    ],
    service: [
      {
        name: "ServerReflection",
        method: [
          {
            name: "ServerReflectionInfo",
            inputType: of("ServerReflectionRequest"),
            outputType: of("ServerReflectionResponse"),
            clientStreaming: true,
            serverStreaming: true,
          },
        ],
      },
    ],
  });
}

/** The reflection protocol under both its names: tools still ask for the older one first. */
export const reflectionFiles: readonly FileRegistry[] = ["grpc.reflection.v1", "grpc.reflection.v1alpha"].map(
  reflectionFile,
);

export const ReflectionServices: readonly DescService[] = reflectionFiles.map((file, index) =>
  found(file.getService(`grpc.reflection.v1${index === 0 ? "" : "alpha"}.ServerReflection`)),
);
