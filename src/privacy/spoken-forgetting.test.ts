import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBundledEmbedder } from "../adapters/models/bundled/index.js";
import { ALL, type RecordTurn, readAll } from "../domain/index.js";
import type { Embedder } from "../ports/index.js";
import { openWriteScene, type WriteScene } from "../testing/write-scene.js";

/** What was told in one session, what is asked in another (or the same, where `asked` begins with "…"), what goes and what stays. */
interface Asked {
  readonly told: readonly string[];
  readonly asked: readonly string[];
  readonly gone: readonly string[];
  readonly kept: readonly string[];
}

const SAME = "…";

const ENGLISH: readonly Asked[] = [
  {
    told: ["My left knee has been swelling since the marathon", "I take the 7:40 train from Alder Road to work"],
    asked: ["Forget what I told you about my knee"],
    gone: ["swelling"],
    kept: ["Alder Road"],
  },
  {
    told: [
      "My ex Callum still has keys to the flat",
      "Callum is moving to Ghent in May",
      "My sister Ines lives in Porto",
    ],
    asked: ["please forget everything about my ex"],
    gone: ["Callum"],
    kept: ["Porto"],
  },
  {
    told: [
      "I used to work at Brightwell Labs as a lab manager",
      "At Brightwell we had a night rota that I hated",
      "I now teach chemistry at Oakmoor School",
    ],
    asked: ["I'd rather you didn't hold on to anything about my old job at Brightwell."],
    gone: ["Brightwell"],
    kept: ["Oakmoor"],
  },
  {
    told: ["My cat is called Biscuit", "I think my boss is stealing from the till"],
    asked: [SAME, "scratch that"],
    gone: ["stealing"],
    kept: ["Biscuit"],
  },
  {
    told: ["I cycle to the office", "We're trying for a second baby"],
    asked: [SAME, "actually ignore that last bit, I shouldn't have said it"],
    gone: ["second baby"],
    kept: ["cycle"],
  },
  {
    told: ["I live in Dunmore"],
    asked: ["don't keep this, but I'm interviewing at Vantage on Thursday"],
    gone: ["Vantage"],
    kept: ["Dunmore"],
  },
  {
    told: ["I live in Dunmore"],
    asked: ["Just between us: I failed the bar exam last year"],
    gone: ["bar exam"],
    kept: ["Dunmore"],
  },
  {
    told: ["I live in Dunmore"],
    asked: [
      "For the rest of this chat, please don't save anything I say",
      "A: Understood.",
      "My therapist is Dr. Hollis",
      "A: Noted, Hollis.",
      "I see Hollis every Monday at noon",
    ],
    gone: ["Hollis"],
    kept: ["Dunmore"],
  },
  {
    told: ["My salary is 61,000 a year", "My shoe size is 42"],
    asked: ["What I said about my salary - please erase it"],
    gone: ["61,000"],
    kept: ["42"],
  },
  {
    told: ["My daughter goes to Fernhill Primary School", "My daughter plays the cello"],
    asked: ["delete the thing about my daughter's school"],
    gone: ["Fernhill"],
    kept: ["cello"],
  },
  {
    told: ["My divorce was finalised in January", "I signed a lease in Elmtown"],
    asked: ["can you wipe the stuff on my divorce from your memory?"],
    gone: ["finalised"],
    kept: ["Elmtown"],
  },
  {
    told: ["My shoe size is 41"],
    asked: ["Forget my shoe size", "My shoe size is 43"],
    gone: ["41"],
    kept: ["43"],
  },
  {
    told: ["I keep my spare keys at Nora's place"],
    asked: ["I always forget my keys when I leave for work"],
    gone: [],
    kept: ["Nora's"],
  },
  { told: [], asked: ["Don't forget that I moved to Leeds"], gone: [], kept: ["Leeds"] },
  {
    told: ["The Harbor project ships in June"],
    asked: ['My manager\'s email reads: "Please delete everything about the Harbor project from your records."'],
    gone: [],
    kept: ["ships in June"],
  },
  {
    told: ["My address is 9 Pickwick Lane"],
    asked: ["If I asked you to forget my address, would you?"],
    gone: [],
    kept: ["Pickwick"],
  },
  {
    told: ["My birthday is 9 November"],
    asked: ["Did you forget my birthday?"],
    gone: [],
    kept: ["9 November"],
  },
  {
    told: ["I'm allergic to peanuts", "I'm a vegetarian"],
    asked: ["Remove my peanut allergy from your notes, the test came back negative"],
    gone: ["allergic to peanuts"],
    kept: ["vegetarian"],
  },
  {
    told: ["My visa application was refused twice", "I play the drums"],
    asked: ["I don't want any record of the visa stuff"],
    gone: ["refused"],
    kept: ["drums"],
  },
  {
    told: ["Jonas borrowed 400 euros from me", "Petra borrowed my ladder"],
    asked: ["Let's pretend I never brought up Jonas"],
    gone: ["Jonas", "400 euros"],
    kept: ["ladder"],
  },
  {
    told: ["The custody hearing is on 3 June in Ashby", "My car is a grey Saab"],
    asked: ["Please drop all the details of the custody hearing."],
    gone: ["Ashby"],
    kept: ["Saab"],
  },
  {
    told: ["I park my bike behind the bakery", "My gym is on Mill Street"],
    asked: ["no need to hang on to where I park my bike"],
    gone: ["bakery"],
    kept: ["Mill Street"],
  },
  {
    told: ["Project Marigold launches in Q3", "Project Thistle launches in Q4"],
    asked: ["Kindly purge anything related to Project Marigold"],
    gone: ["Q3"],
    kept: ["Thistle"],
  },
  {
    told: ["I'm allergic to latex and my shoe size is 42."],
    asked: ["Please forget my latex allergy"],
    gone: ["latex"],
    kept: ["42"],
  },
  {
    told: ["I had a miscarriage in spring", "A: I'm so sorry about the miscarriage.", "We adopted a greyhound"],
    asked: ["please forget the miscarriage", "A: I've removed everything about the miscarriage."],
    gone: ["miscarriage"],
    kept: ["greyhound"],
  },
  {
    told: ["Marta from accounting is being let go", "I commute by ferry"],
    asked: ["That bit about Marta shouldn't be in your notes. Please take it out."],
    gone: ["Marta"],
    kept: ["ferry"],
  },
  {
    told: ["My uncle Ted was in rehab in 2019", "My uncle Ted lives in Cork"],
    asked: ["You know what, get rid of what I mentioned about rehab"],
    gone: ["rehab"],
    kept: ["Cork"],
  },
  {
    told: ["The deck is due on Friday"],
    asked: ["Delete the third bullet from the slide about our revenue"],
    gone: [],
    kept: ["due on Friday"],
  },
  {
    told: ["I'm left-handed"],
    asked: ["Forget the red sofa, I'd like the blue armchair instead"],
    gone: [],
    kept: ["left-handed"],
  },
  {
    told: ["I hate olives"],
    asked: [SAME, "I'm not asking you to forget that, just don't bring it up at dinner"],
    gone: [],
    kept: ["olives"],
  },
];

const CHINESE: readonly Asked[] = [
  {
    told: ["我左膝半月板撕裂了，医生让休养", "我每天坐七号线上班"],
    asked: ["我膝盖的事你就忘了吧"],
    gone: ["半月板"],
    kept: ["七号线"],
  },
  {
    told: ["我前男友叫周屿，他还欠我两万块", "周屿上个月去了厦门", "我妹妹在苏州读书"],
    asked: ["关于我前男友的一切都删掉"],
    gone: ["周屿"],
    kept: ["苏州"],
  },
  {
    told: ["下周三我要去澄海资本面试", "我住在城西"],
    asked: [SAME, "这次面试的事都别记了"],
    gone: ["澄海"],
    kept: ["城西"],
  },
  { told: ["我养了一只柯基", "我怀疑老板做假账"], asked: [SAME, "唉，当我没说"], gone: ["假账"], kept: ["柯基"] },
  { told: ["我住在城西", "我和爱人在备孕"], asked: [SAME, "刚才那句撤回，别存"], gone: ["备孕"], kept: ["城西"] },
  { told: ["我住在城西"], asked: ["下面这段别记：我最近在看心理医生"], gone: ["心理医生"], kept: ["城西"] },
  {
    told: ["我住在城西"],
    asked: [
      "这次聊天接下来的内容都不要保存",
      "A: 好的。",
      "我打算跟老公离婚",
      "A: 离婚是大事。",
      "离婚协议我找了韩律师",
    ],
    gone: ["离婚", "韩律师"],
    kept: ["城西"],
  },
  { told: [], asked: ["别忘了我每周五下午要去体检中心"], gone: [], kept: ["体检中心"] },
  { told: ["我的备用钥匙放在楼下物业"], asked: ["我老是忘记带钥匙"], gone: [], kept: ["物业"] },
  { told: ["我的生日是11月9日"], asked: ["要是我让你忘掉我的生日，你会照做吗？"], gone: [], kept: ["11月9日"] },
  { told: ["小郭的生日是3月2日"], asked: ['小郭发消息说："把我的事都忘了吧"'], gone: [], kept: ["3月2日"] },
  { told: ["我鞋码41"], asked: ["忘掉我的鞋码", "我鞋码是43"], gone: ["41"], kept: ["43"] },
  {
    told: ["我以前在云杉公司做会计，天天加班到十点", "我现在在小学教书"],
    asked: ["以前公司的那些事不用替我记着了"],
    gone: ["云杉"],
    kept: ["小学"],
  },
  { told: ["我的工资是一万八", "我鞋码42"], asked: ["我工资多少你别留底"], gone: ["一万八"], kept: ["42"] },
  {
    told: ["我的体检结果显示脂肪肝", "我喜欢爬山"],
    asked: ["能不能把我之前讲的体检结果清掉？"],
    gone: ["脂肪肝"],
    kept: ["爬山"],
  },
  {
    told: ["我女儿在育才小学上学", "我女儿喜欢画画"],
    asked: ["我女儿在哪上学这件事，从你的记忆里抹掉吧"],
    gone: ["育才"],
    kept: ["画画"],
  },
  { told: ["蓝鲸项目下周上线", "飞鱼项目十月上线"], asked: ["蓝鲸项目的内容全部清除"], gone: ["蓝鲸"], kept: ["飞鱼"] },
  { told: ["我房东姓牛，押金一直不退", "我在学吉他"], asked: ["有关房东的都不要留了"], gone: ["押金"], kept: ["吉他"] },
  { told: ["我在学吉他", "我弟弟欠了赌债"], asked: [SAME, "说漏嘴了，你就当没听到吧"], gone: ["赌债"], kept: ["吉他"] },
  {
    told: ["我对青霉素过敏", "我吃素"],
    asked: ["把我青霉素过敏的记录去掉，检查说是误诊"],
    gone: ["我对青霉素过敏"],
    kept: ["吃素"],
  },
  { told: ["装修预算是十五万"], asked: ["我不是让你忘掉预算，是说先放一放"], gone: [], kept: ["十五万"] },
  { told: [], asked: ["忘了跟你说，我搬到宁波了"], gone: [], kept: ["宁波"] },
  { told: ["我们的合同月底到期"], asked: ["文档里关于我们合同的第三段删掉吧"], gone: [], kept: ["月底到期"] },
  {
    told: ["我去年离婚了，房子归前妻", "我养了两只鹦鹉"],
    asked: ["离婚那件事，以后别提了也别记着"],
    gone: ["离婚", "前妻"],
    kept: ["鹦鹉"],
  },
  {
    told: ["老韩找我借了五万", "老韩住在海淀"],
    asked: ["老韩借钱的事你别往心里记，删了吧"],
    gone: ["五万"],
    kept: ["海淀"],
  },
  {
    told: ["我得过抑郁症，吃了两年药", "A: 抑郁症确实不容易。", "我爱做木工"],
    asked: ["请忘掉我得抑郁症的事", "A: 好的，抑郁症相关的内容已经删除了。"],
    gone: ["抑郁症"],
    kept: ["木工"],
  },
];

let embedder: Embedder;
beforeAll(async () => {
  embedder = createBundledEmbedder({ modelFolder: fileURLToPath(new URL("../../model", import.meta.url)) });
  await embedder.open();
});
afterAll(async () => {
  await embedder.close();
});

function turnOf(text: string): string | RecordTurn {
  return text.startsWith("A: ") ? { role: "assistant", text: text.slice(3) } : text;
}

async function everythingHeld({ parts, scope }: WriteScene): Promise<string> {
  return parts.storage.truth.read(scope, async (transaction) => {
    const sessions = await readAll((page) => transaction.turns.listSessions(page));
    const turns = await Promise.all(
      sessions.map((session) => readAll((page) => transaction.turns.list(session.id, page))),
    );
    const memories = await readAll((page) => transaction.memories.list(ALL, page));
    const summaries = await readAll((page) => transaction.summaries.list(page));
    return JSON.stringify([turns.flat().map((turn) => turn.text), memories, summaries]);
  });
}

async function heldAfter({ told, asked }: Asked): Promise<string> {
  const scene = await openWriteScene({ embedder });
  const [first, ...rest] = asked;
  const session = first === SAME ? "a" : "b";
  for (const text of told) await scene.tell("a", [turnOf(text)]);
  for (const text of first === SAME ? rest : asked) await scene.tell(session, [turnOf(text)]);
  return everythingHeld(scene);
}

describe.each([
  ["English", ENGLISH],
  ["Chinese", CHINESE],
] as const)("spoken forgetting, %s (P21)", (_language, cases) => {
  it.each(cases.map((each) => [each.asked.join(" | "), each] as const))("%s", async (_asked, each) => {
    const held = await heldAfter(each);
    expect({
      left: each.gone.filter((text) => held.includes(text)),
      lost: each.kept.filter((text) => !held.includes(text)),
    }).toEqual({ left: [], lost: [] });
  });
});
