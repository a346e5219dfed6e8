import { create, createFileRegistry, type DescService, type FileRegistry } from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  type FieldDescriptorProto,
  FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
  file_google_protobuf_struct,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from "@bufbuild/protobuf/wkt";
import { type FieldNumbers, numberOf } from "./numbering.js";
import {
  FILE,
  type FieldShape,
  type FieldType,
  type MessageShape,
  PACKAGE,
  pascal,
  SERVICE,
  type ServiceShape,
  snake,
} from "./shapes.js";

const SCALARS = {
  string: Type.STRING,
  bool: Type.BOOL,
  double: Type.DOUBLE,
  int32: Type.INT32,
  int64: Type.INT64,
} as const;

interface Described {
  readonly type: Type;
  readonly typeName?: string;
}

function described(type: FieldType): Described {
  if (type.kind === "scalar") return { type: SCALARS[type.scalar] };
  if (type.kind === "message") return { type: Type.MESSAGE, typeName: `.${PACKAGE}.${type.message}` };
  return { type: Type.MESSAGE, typeName: type.kind === "value" ? ".google.protobuf.Value" : ".google.protobuf.Struct" };
}

/** A map is a list of entries, each a message of its own within the one that has the map. */
function entryOf(field: FieldShape): DescriptorProto {
  const part = (name: string, number: number, of: Described): FieldDescriptorProto =>
    create(FieldDescriptorProtoSchema, { name, jsonName: name, number, label: Label.OPTIONAL, ...of });
  return create(DescriptorProtoSchema, {
    name: entryName(field),
    field: [part("key", 1, { type: Type.STRING }), part("value", 2, described(field.type))],
    options: { mapEntry: true },
  });
}

function entryName(field: FieldShape): string {
  return `${pascal(field.name)}Entry`;
}

/** Choices first, then one of its own for each field that tells "not given" from its zero, as protoc does it. */
function messageDescriptor(message: MessageShape, numbers: FieldNumbers): DescriptorProto {
  const choices = message.choice === undefined ? [] : [message.choice];
  const explicit = message.fields.filter((field) => field.explicit);
  const oneofOf = (field: FieldShape): { oneofIndex?: number; proto3Optional?: boolean } => {
    if (message.choice !== undefined) return { oneofIndex: 0 };
    return field.explicit ? { oneofIndex: explicit.indexOf(field), proto3Optional: true } : {};
  };
  return create(DescriptorProtoSchema, {
    name: message.name,
    field: message.fields.map((field) =>
      create(FieldDescriptorProtoSchema, {
        name: snake(field.name),
        jsonName: field.name,
        number: numberOf(numbers, message.name, field),
        label: field.holds === "one" ? Label.OPTIONAL : Label.REPEATED,
        ...(field.holds === "map"
          ? { type: Type.MESSAGE, typeName: `.${PACKAGE}.${message.name}.${entryName(field)}` }
          : described(field.type)),
        ...oneofOf(field),
      }),
    ),
    nestedType: message.fields.filter((field) => field.holds === "map").map(entryOf),
    oneofDecl: [...choices, ...explicit.map((field) => `_${snake(field.name)}`)].map((name) => ({ name })),
  });
}

/** The descriptors that the published proto file stands for, made without a compiler. */
export function describeService(
  shape: ServiceShape,
  numbers: FieldNumbers,
): { readonly registry: FileRegistry; readonly service: DescService } {
  const file = create(FileDescriptorProtoSchema, {
    name: FILE,
    package: PACKAGE,
    syntax: "proto3",
    dependency: ["google/protobuf/struct.proto"],
    messageType: [...shape.messages.values()].map((message) => messageDescriptor(message, numbers)),
    service: [
      {
        name: SERVICE,
        method: shape.rpcs.map((rpc) => ({
          name: rpc.name,
          inputType: `.${PACKAGE}.${rpc.request}`,
          outputType: `.${PACKAGE}.${rpc.response}`,
          ...(rpc.streams === undefined ? {} : { serverStreaming: true }),
        })),
      },
    ],
  });
  const registry = createFileRegistry(file, (name) =>
    name === "google/protobuf/struct.proto" ? file_google_protobuf_struct : undefined,
  );
  const service = registry.getService(`${PACKAGE}.${SERVICE}`);
  if (service === undefined) throw new TypeError(`${PACKAGE}.${SERVICE} is not described`);
  return { registry, service };
}
