/* Chinese names the matter first and then asks (…别留着了, …从记忆里抹掉), or asks first (忘掉关于…的事). Bounded: linear in the clause. */

const ERASE =
  "(?:忘(?:了|掉|记|光|干净)|删(?:了|掉|除|干净|去)|抹(?:掉|去|除|了)|清(?:掉|除|空|理掉|了)|去掉|划掉|撤(?:掉|销)|丢掉|扔掉|销毁|擦(?:掉|除|了)|拿掉|移除|剔除|洗掉)";
const KEEP =
  "(?:留(?:着|底|存|档|下|记录)?|存(?:着|档|下来?|起来)?|记(?:着|住|得|录|下来?|在心里)?|保留|保存|储存|收着|惦记)";
const NOT = "(?:别|不要|不用|不必|无需|甭|勿|没必要|没有必要|不需要|请勿|用不着|不许|不准)";
const HOW =
  "(?:请|就|你|您|都|也|麻烦|帮我|给我|替我|以后|再|还|还是|赶紧|直接|统统|一并|彻底|完全|全部|全|一律|继续|往心里|老|可以|能不能|吧|从(?:你的?|你那儿?的?)?(?:记忆|记录|档案|资料|脑子|那儿|那里|备忘)?(?:库)?(?:里面?|中)?|在(?:你的?)?(?:记忆|记录|档案)(?:里面?|中)?)";
const TAIL = "(?:了|吧|啊|哈|呗|好吗|好不好|行吗|行不行|可以吗|谢谢|，|,|\\?|？)*";

const REQUESTS: readonly RegExp[] = [
  new RegExp(
    `^(?:把|将)?(?<topic>[^。！？；\\n]{2,40}?)[，,]?${HOW}{0,6}(?:${NOT}(?:再)?${HOW}{0,3}${KEEP}|当(?:我|作|做)?(?:从来)?没(?:有)?(?:说|提|讲)(?:过)?|${ERASE})(?:[，,][^。！？；\\n]{0,20})?${TAIL}$`,
    "u",
  ),
  new RegExp(
    `(?:^|[，,])${HOW}{0,4}(?:${ERASE}|${NOT}(?:再)?${HOW}{0,3}${KEEP})(?<topic>(?:我|咱|关于|有关|跟|和|之前|以前|那个|那些|那件)[^，。！？；\\n]{1,40}?)${TAIL}(?:[，,][^。！？；\\n]{0,20})?$`,
    "u",
  ),
  new RegExp(
    `^(?<topic>[^。！？；\\n，,]{2,30}?)(?:这|那)?(?:件|个)?(?:的)?(?:事情?|情况)?[，,](?:以后)?[^。！？；\\n，,]{0,8}?(?:${NOT}(?:再)?${HOW}{0,3}${KEEP}|${ERASE})${TAIL}$`,
    "u",
  ),
  /(?:假装|就当|权当|只当|当作|当做|装作)(?:我)?(?:从来)?(?:没|没有)(?:跟你|和你|对你)?(?:说过|提过|讲过|提起过|聊过)(?<topic>[^，。！？；\n]{2,30}?)(?:吧|好了|啊|哈)*$/u,
  /^(?:我)?(?:真)?(?:不想|不希望|不愿意?)(?:让|要)?你(?:这边|那边|那儿)?(?:再|继续|还)?(?:记得|记着|记住|知道|留着|存着|保留|保存)(?<topic>[^，。！？；\n]{2,30}?)(?:了|的事)?$/u,
];
/** The topic is of what was told, and no line of a file. */
const TOLD =
  /我|咱|跟你|和你|关于|有关|说过|提到|提过|讲的|说的|聊的|的(?:一切|全部|所有)|的?(?:那些|那点|这些|那|这)?(?:事|内容|信息|记录|情况|资料|话)|那(?:件|条|个|段|项|笔|码)|有关的|纠纷/u;
/** How much of it, at the end of the topic or before what is asked. */
const SCOPE_SAID = /(?:一切|全部|所有|内容|信息|记录|情况|资料|那些事|的事|都|统统)/u;
const FRAME =
  /^(?:你|能不能|可不可以|可以|麻烦|请|帮我|给我|替我|以后|那就|那(?=你|请|把|帮)|就(?=把)|还有|另外|对了|算了|哦|嗯|唉|[，,\s])*(?:把|将)?/u;
const TOLD_FRAME =
  /^(?:把|关于|有关|那件|那个|那些|这件|这个|之前|上次|上回|昨天|前几天|刚才|刚刚|以前(?=(?:跟|和|给|对|向)?你?(?:说|讲|提|聊))|前面|我(?=(?:之前|上次|上回|昨天|前几天|刚才|刚刚|以前|前面|跟|和|给|对|向|说|讲|提|聊)))*(?:我)?(?:跟你|和你|给你|对你|向你)?(?:说|讲|提|聊)(?:过|到|起)?(?:的|了)?(?:关于|有关)?(?:那个|那件|那些)?|^(?:把|关于|有关|那件|那个|那些|你记的|你存的|你知道的)+/u;
const TOPIC_TAIL =
  /(?:的?(?:这|那|任何)?(?:件|个|些|点|码|档子|回|条|段|项|笔)?(?:事情?儿?|信息|记录|情况|内容|资料|东西|话题?|一切|全部|所有|细节|部分|数据))?(?:你|都|也|就|统统|全部|全|一切|从你(?:那儿|那里|的记忆里)?)*$/u;
const ASKS_TAIL = /(?:是?(?:多少|哪里?|什么|谁|几|怎么样?|哪儿))$/u;

/** Told of forgetting, denied or reported, and things of the task at hand: no request to forget. */
const NO_REQUEST =
  /别忘|不要忘|不能忘|没忘|忘不|总忘|老忘|老是忘|经常忘|常常忘|容易忘|差点忘|会忘|怕忘|忘了(?:带|拿|跟|告诉|说|提|问|买|关|锁|给|做|吃|还|回|交|写|打|发)|忘记(?:带|拿|跟|告诉|说|提|问|买|关|锁|给|做|吃|还|回|交)|我(?:又|都|快|已经|早就?|可能|差不多)?忘(?:了|记|掉)|(?:他|她|妈|爸|老公|老婆|孩子|同事)(?:又|都|总|老)?忘|(?:不是|没有?|并非)(?:让|要|叫|请)你?(?:忘|删|清)|(?:文件|文档|表格|代码|段落|空格|一行|这行|几行|列|分支|页面|幻灯|合同|邮件|草稿|视频|照片|图片|歌单|购物车|日程|短信|作文|文章|稿子|简历|报告|课件|库存|缓存)/u;
const NAMES_MEMORY = /记忆|备忘|你(?:记|存)的|跟你(?:说|讲|提)/u;
const CONSIDERED = /^(?:要是|如果|假如|万一|假设|倘若)|(?:会|能)(?:不会)?照做/u;
/** Someone else's words. */
const REPORTED =
  /(?:(?:他|她|它|妈|爸|老板|领导|客户|同事|朋友|[一-龥]{1,4}(?:发消息|来信|留言|回复|微信))(?:们)?(?:跟我|对我)?(?:说|讲|写道?|要求|让我|叫我|回))/u;

/** What a Chinese clause, in simplified script, asks to forget; undefined where it asks for no such thing. */
export function chineseTopic(clause: string): string | undefined {
  const text = clause
    .replace(/["“「『][^"”」』]{4,}["”」』]/gu, "")
    .replace(/[。！!~～\s]+$/u, "")
    .replace(FRAME, "");
  if (CONSIDERED.test(clause) || REPORTED.test(text)) return undefined;
  if (NO_REQUEST.test(text) && !NAMES_MEMORY.test(text)) return undefined;
  for (const pattern of REQUESTS) {
    const topic = pattern.exec(text)?.groups?.topic;
    if (topic === undefined) continue;
    const after = text.slice(text.indexOf(topic) + topic.length, text.indexOf(topic) + topic.length + 8);
    if (!TOLD.test(topic) && !SCOPE_SAID.test(after)) continue;
    const bare = topic.replace(TOLD_FRAME, "").replace(TOPIC_TAIL, "").replace(ASKS_TAIL, "").trim();
    if (
      bare !== "" &&
      !/^(?:我|你|它|这|那|个|些|句|条|段|件|话|事|次|的|了|说|讲|一|最后|上|前|刚才|刚刚|上面|前面|以上|算了|唉|哎)+$/u.test(
        bare,
      )
    )
      return bare;
  }
  return undefined;
}
