export { describeService } from "./descriptors.js";
export { extendNumbers, readNumbers, writeNumbers } from "./numbering.js";
export { protoText } from "./proto-text.js";
export { serviceShape } from "./service-shape.js";
export {
  FILE,
  type FieldShape,
  type MessageShape,
  PACKAGE,
  type RpcShape,
  SERVICE,
  type ServiceShape,
} from "./shapes.js";
