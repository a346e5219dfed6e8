import { toKeepsakeError } from "../../../domain/index.js";
import { inChinese } from "../../../operations/index.js";
import { both, type Finding, finding, type Patient } from "./finding.js";

/** It is loaded by what it is first asked, and so far perhaps by nobody. */
export async function checkReader({ engine }: Pick<Patient, "engine">): Promise<Finding> {
  const { reader } = engine.parts;
  if (reader === undefined) {
    return finding("reader", "ok", both("None: rules and vectors decide.", "未启用：由规则与向量判断。"));
  }
  try {
    await reader.readRelations([{ first: "probe", second: "probe" }]);
    const { readerId, runtime } = reader.profile;
    const what = `${readerId} · ${runtime}`;
    return finding("reader", "ok", both(what, what));
  } catch (thrown) {
    const { code, message } = toKeepsakeError(thrown);
    return finding(
      "reader",
      "failed",
      both(`${code} ${message}`, `${code} ${inChinese(message) ?? message}`),
      both(
        "Install the package again, or set KEEPSAKE_READER=none: rules and vectors decide then.",
        "请重新安装软件包，或设 KEEPSAKE_READER=none：改由规则与向量判断。",
      ),
    );
  }
}
