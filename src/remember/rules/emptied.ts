import type { SlotMatch } from "../../language/slots/index.js";

/** A mark without a shown end or a reference: nothing of what was said is left. */
const BARE_MARK = /\[redacted:[a-z-]+\]/gu;
const HAS_MARK = /\[redacted:[a-z-]+\]/u;
/** Words that say only of what sort the secret was. */
const SORT_ALONE =
  /用户|改成|换成|现在|手机|电话|号码|座机|微信|身份证|护照|银行卡|卡号|密码|邮箱|地址|账号|密钥|令牌|[的我是为新了吧号码]|\b(?:the user|my|new|phone|mobile|cell|telephone|number|id|card|passport|bank|account|password|passcode|pin|e-?mail|address|token|api|key|is|now|are|it|has|changed|to)(?:['’]s)?\b/giu;

/** Whether a statement holds nothing but where a secret was cut out (P25): its slot's value, or all that it says. */
export function isEmptied(content: string, slot: SlotMatch | undefined): boolean {
  if (!HAS_MARK.test(content)) return false;
  const value = slot?.value;
  if (value !== undefined && HAS_MARK.test(value) && value.replace(BARE_MARK, "").replace(/[\s\p{P}]/gu, "") === "")
    return true;
  return (
    content
      .replace(BARE_MARK, "")
      .replace(SORT_ALONE, "")
      .replace(/[\s\p{P}]/gu, "") === ""
  );
}
