import { KeepsakeError } from "../domain/index.js";

/** How another port is chosen for a door. */
interface PortSetting {
  readonly field: string;
  readonly variable: string;
  /** Of the command line; absent: there is none. */
  readonly option?: string;
}

/**
 * What the system said when a port could not be had, as the catalogue tells it.
 * @returns the error itself where it is not one of the system's
 */
export function cannotListen(
  error: unknown,
  where: { readonly host: string; readonly port: number },
  setting: PortSetting,
): unknown {
  if (!(error instanceof Error && "code" in error)) return error;
  const { field, variable, option } = setting;
  const ways = { en: option === undefined ? "" : ` or ${option}`, zh: option === undefined ? "" : ` 或 ${option}` };
  return new KeepsakeError(
    "CONFIG_INVALID",
    `cannot listen on ${where.host}:${where.port} (${String(error.code)})`,
    {
      field,
      remedy: {
        en: `Choose another port with ${variable}${ways.en}, or stop what uses it.`,
        zh: `请用 ${variable}${ways.zh} 换一个端口，或停止占用它的程序。`,
      },
    },
    { cause: error },
  );
}
