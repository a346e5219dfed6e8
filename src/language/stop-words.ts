/** Function words of English as they are written, contractions included. */
const ENGLISH = `a an the and or but nor so yet if then else than that this these those there here
i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself
they them their theirs themselves who whom whose which what when where why how
am is are was were be been being do does did doing done have has had having will would shall should can could may might must ought
not no nor of in on at by for with from to into onto about as off over under up down out again further once
very too also just only own same such both each few more most other some any all
i'm i've i'd i'll you're you've you'd you'll he's he'd he'll she's she'd she'll it's it'll we're we've we'd we'll they're they've they'd they'll
that's there's here's what's who's where's when's how's let's don't doesn't didn't isn't aren't wasn't weren't haven't hasn't hadn't won't
wouldn't shouldn't can't couldn't mustn't ain't
please tell know remember ok okay yes yeah oh hi hello hey thanks thank`;

/** Function words of Mandarin and, after the bar, of written Cantonese; simplified. */
const CHINESE = `的 了 着 过 地 得 之 吗 呢 吧 啊 呀 嘛 哦 噢 哈 嗯 哎 唉 哇 啦 么 我 你 您 他 她 它 咱 我们 你们 您们 他们 她们 它们 咱们 自己 大家 人家
这 那 哪 这个 那个 哪个 这些 那些 哪些 这里 那里 哪里 这儿 那儿 哪儿 这么 那么 怎么 怎样 怎么样 什么 啥 谁 几 多少 多 为什么 为何 何
是 不是 是不是 有 没有 有没有 没 不 在 和 与 及 以及 或 或者 还是 而 而且 并 并且 但 但是 不过 可是 因为 所以 因此 如果 要是 虽然
就 都 也 还 又 再 才 很 太 更 最 挺 蛮 非常 比较 把 被 给 对 对于 关于 从 向 到 往 由 于 以 为 跟 同 让 使 比 按
会 能 能够 可以 可 要 想要 应该 应 该 得了 一个 一些 一下 一点 个 些 种 件 次 位 上 下 里 中 内 外 来 去 吗 请 请问 问 告诉 记得 知道 说 讲 好 好的 谢谢 你好 您好
嘅 咗 喺 系 唔 唔系 系唔系 佢 佢哋 我哋 你哋 哋 啲 咁 嘢 乜 乜嘢 点解 点样 边个 边度 几时 呢个 嗰个 呢 嗰 啩 喎 嗌 冇 俾 畀 同埋 噉 而家`;

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u).filter((word) => word !== ""));

const ENGLISH_WORDS = words(ENGLISH);
const CHINESE_WORDS = words(CHINESE);
const CHINESE_CHARACTERS: ReadonlySet<string> = new Set([...CHINESE_WORDS].filter((word) => word.length === 1));

/** Whether a folded word (before stemming) is a function word of English or Chinese. */
export function isFunctionWord(word: string): boolean {
  return ENGLISH_WORDS.has(word) || CHINESE_WORDS.has(word);
}

/** Whether a single Han character is a function word by itself; such a character is never half of an unknown name. */
export function isFunctionCharacter(character: string): boolean {
  return CHINESE_CHARACTERS.has(character);
}
