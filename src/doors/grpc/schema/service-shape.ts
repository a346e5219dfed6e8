import type { Language } from "../../../config/index.js";
import { inputJsonSchema, type Operation, outputJsonSchema, REMOTE_OPERATIONS } from "../../../operations/index.js";
import { SchemaReader } from "./read-json-schema.js";
import { type FieldShape, type MessageShape, pascal, type RpcShape, type ServiceShape } from "./shapes.js";

/** Operations that are also offered as a stream, and the list whose items are sent one by one. */
const STREAMED: ReadonlyMap<string, string> = new Map([["recall", "items"]]);

const USER_ABOUT: Readonly<Record<Language, string>> = {
  en: "Whose memory; required, here or as the metadata `keepsake-user`, and checked against the credential.",
  zh: "谁的记忆；必填，写在此处或元数据 keepsake-user 中，并与凭据核对。",
};

const STREAM_ABOUT: Readonly<Record<Language, { rpc: string; item: string; rest: string }>> = {
  en: {
    rpc: "The same answer as a stream: the items one by one, best first, then one message with the rest.",
    item: "One item.",
    rest: "The last message: everything but the items.",
  },
  zh: {
    rpc: "同一回答的流式形式：逐条返回各项，最相关的在前，最后一条消息为其余内容。",
    item: "一项。",
    rest: "最后一条消息：除各项以外的全部内容。",
  },
};

function userField(language: Language): FieldShape {
  const about = USER_ABOUT[language];
  return {
    name: "user",
    type: { kind: "scalar", scalar: "string" },
    holds: "one",
    required: true,
    explicit: true,
    about,
  };
}

function streamMessage(response: MessageShape, streams: string, language: Language): MessageShape {
  const items = response.fields.find((field) => field.name === streams);
  if (items?.type.kind !== "message") throw new TypeError(`${response.name}.${streams} cannot be streamed`);
  const { item, rest } = STREAM_ABOUT[language];
  const part = { holds: "one", required: false, explicit: false } as const;
  return {
    name: response.name.replace(/Response$/, "StreamResponse"),
    choice: "part",
    fields: [
      { name: "item", type: items.type, about: item, ...part },
      { name: "rest", type: { kind: "message", message: response.name }, about: rest, ...part },
    ],
  };
}

function rpcOf(operation: Operation, language: Language): RpcShape {
  const name = pascal(operation.name);
  return {
    name,
    operation: operation.name,
    about: `${operation.title[language]}${language === "zh" ? "。" : ". "}${operation.description[language]}`,
    request: `${name}Request`,
    response: `${name}Response`,
    ofUser: operation.reach === undefined,
  };
}

/** The operations that a door to the network offers, as one protobuf service: a call for each, and for `recall` a stream too. */
export function serviceShape(language: Language = "en"): ServiceShape {
  const reader = new SchemaReader();
  const rpcs: RpcShape[] = [];
  for (const operation of REMOTE_OPERATIONS) {
    const rpc = rpcOf(operation, language);
    const envelope = rpc.ofUser ? [userField(language)] : [];
    reader.readMessage(rpc.request, inputJsonSchema(operation, language), "request", envelope);
    reader.readMessage(rpc.response, outputJsonSchema(operation, language), "response");
    rpcs.push(rpc);
    const streams = STREAMED.get(operation.name);
    const response = reader.messages.get(rpc.response);
    if (streams === undefined || response === undefined) continue;
    const message = streamMessage(response, streams, language);
    reader.messages.set(message.name, message);
    rpcs.push({
      ...rpc,
      ...{ name: `${rpc.name}Stream`, response: message.name, streams, about: STREAM_ABOUT[language].rpc },
    });
  }
  return { rpcs, messages: reader.messages };
}
