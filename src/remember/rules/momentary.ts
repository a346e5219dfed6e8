import { hasHan } from "../../language/index.js";

/** What holds for an hour: hunger, cold, a mood, the way home, a slip of the finger. */
const MOMENT_EN =
  /^(?:the user|\p{Lu}\p{Ll}+) (?:is|was|feels?|got|are)(?: (?:so|really|just|absolutely|totally|still|a bit|kind of|already|completely|literally|about to be|getting))* (?:starving|freezing|hungry|thirsty|exhausted|knackered|shattered|sleepy|tired|bored|confused|lost(?=[.!,]|$)|soaked|stuck (?:in|on|at|behind)\b|running late|late\b|on (?:the|their|a) (?:bus|train|way|phone|tube|tram)|out of breath|shaking|sweating|dying (?:of|to|for)|craving|in a (?:good|bad|foul|great|terrible) mood|having second thoughts|carried away|ready for (?:bed|lunch|dinner|a nap))|^(?:the user|\p{Lu}\p{Ll}+) (?:can['’]t|cannot|could not|couldn['’]t) (?:stop (?:laughing|crying|smiling|yawning|sneezing|shaking|giggling)|feel (?:their|the user['’]s) (?:feet|hands|fingers|toes)|keep (?:their|the user['’]s) eyes open|even\b)|^(?:the user|\p{Lu}\p{Ll}+) (?:has )?(?:just )?(?:spilled|spilt|dropped|knocked over|stubbed|sneezed|yawned|mistyped|misread|misclicked|pressed|hit send)\b|^(?:that|this|it) (?:was|is) (?:just )?(?:an? |the user['’]s )?(?:typo|mistake|slip|misclick|autocorrect|accident|joke)\b|^the user['’]s (?:phone|laptop|battery|coffee|tea|wifi|wi-fi|internet|stomach|feet|hands|head|bus|train) (?:is|has|was|went|keeps|hurts?|won['’]t)\b(?!.*\b(?:always|every|chronic|since)\b)/iu;
const MOMENT_ZH =
  /^用户(?:现在|这会儿|刚刚?|刚才|今天|有点儿?|好|真|快|都|又|实在|已经|要|感觉|觉得)*(?:饿|困|累|渴|冻|冷|热|烦|紧张|头晕|头疼|想睡|堵在|在路上|在(?:公交|地铁|车)上|打错|发错|点错|看错|没说清楚|手滑|笑死|笑得|哭|无聊|撑|晕|没睡醒|睡不着)|^(?:用户的?|我的?)?(?:手机|电脑|耳机|平板|充电宝)(?:快|马上|又|要)*(?:没电|死机|卡)|^(?:刚才|刚刚|这|那)(?:是|只是)?(?:打错|手误|手滑|笔误|发错)/u;
const LASTS =
  /\b(?:always|usually|often|every|each|never|chronic|diagnosed|since|for years|easily|whenever)\b|总是?|经常|一直|每|老是|常年|容易|从小|慢性|长期/iu;
const LONGEST = 90;

/** Whether a statement tells only of the moment in which it was said. @param content in the third person */
export function isMomentary(content: string): boolean {
  const text = content.trim();
  if (text.length > LONGEST || LASTS.test(text)) return false;
  return (hasHan(text) ? MOMENT_ZH : MOMENT_EN).test(text);
}
