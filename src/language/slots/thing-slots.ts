import { EN_ATTRIBUTE_WORDS, ZH_ATTRIBUTE_WORDS } from "./attributes.js";

/* Patterns for what is said of things: an attribute named outright, or a stable verb that implies one. */

const EN_COPULA =
  "(?: (?:is|are|was|were|will be|remains|stays|becomes|became|now|still|currently|officially|just|been|got|gets|has|have|is being))*(?: (?:(?:changed|moved|set|raised|lowered|bumped|increased|reduced|cut|extended|pushed|postponed|updated|switched|went|gone|rescheduled|upgraded|downgraded|rolled back|brought forward|back)(?: up| down| out| over| back)?(?: from [^,]{1,30}?)? to|at|on|in|called|=|->|→|now))?|\\s?[:=→]|\\s?->";

/** The X of Y is Z. */
export const EN_ATTRIBUTE_OF =
  /^(?:the |our |my |a )?(?:current |new |latest |main )?(?<attribute>[\p{L}][\p{L}'-]*(?: [\p{L}][\p{L}'-]*){0,3}?) (?:of|for|on|at) (?<subject>(?!now\b|me\b|us\b|it\b|that\b|this\b)[^,:]{2,48}?)(?<copula> (?:is|are|was|were|will be|=|->|→|has (?:been )?(?:changed|moved)|changed|moved|stays|remains|became)(?: now| still| currently)?(?: (?:changed|moved|set|raised|lowered|bumped|pushed|extended)? ?(?:from [^,]{1,30}? )?to| at| on| called)?|\s?[:=→]) (?<value>.{1,160})$/iu;
/** Y's X is Z. */
export const EN_POSSESSIVE = new RegExp(
  `^(?<subject>(?:(?:my|our|the) )?[\\p{L}\\d][\\p{L}\\d.&_-]*(?: [\\p{L}\\d][\\p{L}\\d.&_-]*){0,3})'s? (?:current |new |latest )?(?<attribute>[\\p{L}][\\p{L}-]*(?: [\\p{L}][\\p{L}-]*){0,2}?)(?<copula>${EN_COPULA}) (?<value>.{1,160})$`,
  "iu",
);
/** My X is Z; our X is Z. */
export const EN_OWN =
  /^(?:my|our) (?:current |new |latest )?(?<attribute>[\p{L}][\p{L}'-]*(?: [\p{L}][\p{L}'-]*){0,3}?)(?<copula>(?: (?:is|are|was changed|has changed|changed|moved|will be|has moved|got moved|stays|remains))(?: now| still| currently| actually| just)*(?: (?:from [^,]{1,30}? )?to| at| on| called)?|\s?[:=→]) (?<value>.{1,160})$/iu;
/** Y X is Z, where X is a known attribute. */
export const EN_COMPOUND = new RegExp(
  `^(?:the |our )?(?<subject>[\\p{L}\\d#][\\p{L}\\d.&'_/#-]*(?: [\\p{L}\\d][\\p{L}\\d.&'_/-]*){0,3}?) (?<attribute>${EN_ATTRIBUTE_WORDS})(?<copula> (?:is|are|was|has|will be|changed|moved|went|=|->|→|now|stays|remains|confirmed)(?: now| still| currently| been| officially)*(?: (?:changed|moved|set|raised|lowered|bumped|pushed|extended|cut|reduced|increased))?(?: (?:from [^,]{1,30}? )?to| at| on| in| called| for)?|\\s?[:=→]) (?<value>.{1,160})$`,
  "iu",
);
/** X is Z, X Z: the subject is what the talk is about. */
export const EN_ELLIPTIC = new RegExp(
  `^(?:and |also |then )?(?:the |its |their )?(?:new |current )?(?<attribute>${EN_ATTRIBUTE_WORDS})(?<copula>(?: (?:is|are|was|has|will be|changed|moved|went|=|->|→|now|stays|remains))(?: now| still| currently| been)*(?: (?:changed|moved|set|raised|lowered|bumped|pushed|extended))?(?: (?:from [^,]{1,30}? )?to| at| on| called)?|\\s?[:=→]|(?= [\\p{Lu}\\d#$€£/])) (?<value>.{1,160})$`,
  "iu",
);
/** Moved, switched, migrated Y to Z. */
export const EN_MOVED =
  /^(?:i|we|they|the team|[\p{Lu}][\p{L}]+)? ?(?:have |has |just |finally |already |'ve )*(?:moved|switched|migrated|rolled|upgraded|downgraded|ported|bumped|changed|raised|lowered|pushed|cut|reverted|renamed|transferred|increased|reduced|extended|postponed|set) (?<subject>(?!to\b|back\b|over\b|from\b)[^,]{1,48}?) (?:over |back |up |down |out )?(?:from [^,]{1,30} )?to (?<value>[^,]{1,100})$/iu;

export interface ThingVerb {
  readonly attribute: string;
  readonly pattern: RegExp;
  /** The value stands before the verb and the subject behind it ("Lieke owns the fleet"). */
  readonly swapped?: boolean;
  readonly multi?: boolean;
}

const ADVERB = "(?:now |still |also |currently |always |only |mainly |mostly |all |both )?";

/** Verbs of lasting states, after their subject. `technology` stands for the class of the value (database, editor…). */
export const EN_VERBS: readonly ThingVerb[] = [
  {
    attribute: "version",
    pattern: new RegExp(
      ` ${ADVERB}(?:runs?(?: on)?|(?:is|are)(?: now)? (?:on|at|running)|(?:was|got|has been) (?:upgraded|bumped|updated|rolled back) to|went to) (?:version |release |v\\. ?)?(?<value>v?\\d+(?:\\.\\d+)+[\\w.-]*)(?: now| already| again)?$`,
      "iu",
    ),
  },
  {
    attribute: "technology",
    pattern: new RegExp(
      ` ${ADVERB}(?:runs? on|(?:is|are) (?:running|built|based|hosted) on|sits? on(?: top of)?|(?:is|are) backed by|(?:is|are) powered by) (?<value>.{2,80})$`,
      "iu",
    ),
  },
  { attribute: "technology", pattern: new RegExp(` ${ADVERB}uses? (?<value>.{1,80})$`, "iu") },
  {
    attribute: "language",
    pattern: / (?:is|are|was) (?:mostly |all |now |being )?(?:re)?written in (?<value>[^,]{1,40}?)(?= and |$)/iu,
  },
  {
    attribute: "location",
    pattern: new RegExp(
      ` ${ADVERB}(?:lives?|(?:is|are) (?:stored|located|kept|deployed|hosted|based)|sits?|rests?) (?:in|at|on|under|inside) (?<value>.{2,80})$`,
      "iu",
    ),
  },
  { attribute: "dependency", pattern: / (?:depends?|relies|rely) on (?<value>.{2,80})$/iu, multi: true },
  {
    attribute: "owner",
    pattern:
      / (?:is|are|gets?|was|were) (?:now |currently |all )?(?:handled|owned|maintained|managed|run|led|looked after|supported|taken care of|overseen|staffed) by (?<value>.{2,60})$/iu,
  },
  {
    attribute: "approver",
    pattern:
      / (?:is|are|gets?|will be|has to be|must be) (?:now |currently |always )?(?:approved|signed off|okayed|authori[sz]ed) by (?<value>.{2,60}?)(?: now)?$/iu,
  },
  {
    attribute: "reviewer",
    pattern: / (?:is|are|gets?|will be) (?:now |currently |always )?reviewed by (?<value>.{2,60}?)(?: now)?$/iu,
  },
  {
    attribute: "vendor",
    pattern:
      / (?:is|are|gets?) (?:now |currently |always )?(?:supplied|delivered|provided) by (?<value>\p{Lu}.{1,60}?)(?: now)?$/u,
  },
  {
    attribute: "owner",
    pattern:
      / (?:went|goes|was (?:handed|given|passed|transferred)(?: over)?|now belongs|belongs) to (?<value>(?:\p{Lu}[\p{L}'.-]+ ?){1,3}|the [\p{L} ]{2,24}team)$/u,
  },
  {
    attribute: "owner",
    pattern:
      / (?:now )?(?:owns|handles|maintains|manages|leads|runs|looks after|takes care of|is (?:the )?(?:responsible for|in charge of|lead (?:of|on|for)|owner of)|is responsible for) (?<value>.{2,60})$/iu,
    swapped: true,
  },
  {
    attribute: "schedule",
    pattern:
      / (?:runs?|starts?|happens?|takes? place|kicks? off|goes? out|(?:is|are) (?:held|scheduled|cut|sent|due)) (?:every |on |at |each )(?<value>.{2,60})$/iu,
  },
  { attribute: "manager", pattern: / (?:now )?reports? to (?<value>.{2,40})$/iu },
  {
    attribute: "code name",
    pattern: / (?:is|are) (?:called|named|nicknamed|known as) (?<value>["“]?[\p{L}\d][^,.]{1,30})$/iu,
  },
  { attribute: "price", pattern: / costs? (?<value>(?:about |around )?[$€£]?\d.{0,40})$/iu },
  { attribute: "deadline", pattern: / (?:is|are) due (?:on |by )?(?<value>.{2,40})$/iu },
  { attribute: "expiry", pattern: / expires? (?:on |in |at )?(?<value>.{2,40})$/iu },
];

const ZH_COPULA =
  "(?:现在|目前|当前|已经?|仍然?|还|就|也|暂时|暂定|统一|正式|最终|最后|都|刚|又)*(?:从[^，]{1,16}?)?(?:是|为|叫做?|=|：|:|→|->|在(?=\\d|[一-龥]{2})|定在|定为|定了|定到|改成了?|改为了?|改到了?|改在|换成了?|换为|变成了?|变为|调整为|调整到|调到|调成|提高?到|提升到|增?加到|增至|增加至|扩?大?到(?=\\d)|涨到|涨至|上调[到至]|下调[到至]|降低?[到至]|减少?到|减至|砍到|压缩?到|缩短?到|缩减到|升级?到了?|升级为|升为|升至|降为|降级为|更新为|更新到|变更为|设为|设成|设置为|维持|改回|回到|推迟到|提前到|延期?到|顺延到|改走|改用|换到|写(?=[\\p{Script=Han}A-Z])|填|用(?=[\\p{Script=Han}A-Z])|选(?=[\\p{Script=Han}A-Z]))";

/** Y 的 X 是 Z；Y X 是 Z（X 为已知属性）。 */
export const ZH_ATTRIBUTE_OF = new RegExp(
  `^(?<subject>[^，。：:]{1,28}?)的(?!话) ?(?<attribute>[\\p{L}\\d ]{1,10}?) ?(?<copula>${ZH_COPULA}) ?(?<value>[^，]{1,120})$`,
  "u",
);
export const ZH_COMPOUND = new RegExp(
  `^(?!.{1,16}的话)(?:(?:我们?|咱们?)?(?:公司|团队|部门|单位)的?)?(?<subject>[^，。：:]{2,28}?) ?(?:当前|目前|现在|的|最新)? ?(?<attribute>${ZH_ATTRIBUTE_WORDS}|version|release|status|owner) ?(?<copula>${ZH_COPULA}|(?=[ ]?[vV]?\\d|[ ][A-Za-z])) ?(?<value>[^，]{1,120})$`,
  "iu",
);
export const ZH_ELLIPTIC = new RegExp(
  `^(?:然后|另外|还有|它的?|其|新的?|现在|目前|当前)?(?<attribute>${ZH_ATTRIBUTE_WORDS}) ?(?:现在|目前|如今|大概|差不多|一共)*(?<copula>${ZH_COPULA})? ?(?<value>[^，的了]{1,60}?)(?:了)?$`,
  "iu",
);
/** 某物 的 某部分 当前 某值。 */
export const ZH_PART_STATE =
  /^(?<subject>[^，。：:]{2,32}?) ?(?:当前|目前|现在)(?:状态)?(?:为|是)? ?(?<value>[a-z][a-z-]{2,20}|[vV]\d[\w.]*)$/u;
export const ZH_RUNS_RELEASE =
  /^(?<subject>[\w.-]{2,30}) ?(?:现在|目前|当前|已经?)*(?:运行|升级?到|回滚到|升到|降到|更新到|跑的是|用的是) ?(?:release|版本)? ?(?<value>[vV]?\d+(?:\.\d+)+[\w.-]*)(?:了)?$/u;

export const ZH_VERBS: readonly ThingVerb[] = [
  {
    attribute: "priority",
    pattern:
      /(?:已经?|现在|目前|又|刚|给|被)*(?:是|升到|升级到|升级为|升级成|升为|提到|降到|降级到|降级为|降为|改成|改为|调到|调成|调为|定为) ?(?<value>[PpSs][0-5])级? ?(?:了|啦)?$/u,
  },
  {
    attribute: "owner",
    pattern:
      /(?:已经?|现在|又|刚|后来|先|统一)*(?:转给|转交给?|指派给|分配给|分给|派给|移交给)了? ?(?<value>[\p{Script=Han}A-Za-z·]{2,8}?)(?:来|去)?(?:处理|跟进|负责|接手|办|做)?(?:了|啦)?$/u,
  },
  { attribute: "name", pattern: /(?:的)?(?:名字|小名|大名)?叫做?(?<value>[\p{Script=Han}A-Za-z·]{1,12})$/u },
  {
    attribute: "version",
    pattern:
      /(?:昨晚|昨天|今天|刚|已经?|上周|这周|今早)*(?:升级?|回滚|更新|降级?)到? ?(?:了)?(?<value>[vV]?\d+(?:\.\d+)+[\w.-]*) ?(?:了|版本)?$/u,
  },
  {
    attribute: "owner",
    pattern:
      /(?:现在|目前|已经|都|改)*由(?<value>[\p{Script=Han}A-Za-z· ]{2,16}?)(?:来|在)?(?:负责|维护|管理|跟进|对接|牵头|主导|接手|管)(?:了|的)?$/u,
  },
  {
    attribute: "owner",
    pattern: /是(?<value>[\p{Script=Han}A-Za-z·]{2,12}?)(?:在|来)?(?:负责|维护|管|跟进|牵头|管理)(?:的)?$/u,
  },
  {
    attribute: "owner",
    pattern:
      /(?:现在|目前|以后|已经)?(?:归|属于)(?<value>[\p{Script=Han}A-Za-z·]{2,12}?)(?:管|负责|维护|所有)?(?:了|的)?$/u,
  },
  {
    attribute: "owner",
    pattern:
      /(?:现在|目前|主要|全权|一直)?(?:负责|主管|分管|牵头|维护)(?<value>[\p{Script=Han}A-Za-z\d· -]{2,20}?)(?:的(?:工作|维护|事))?$/u,
    swapped: true,
  },
  {
    attribute: "technology",
    pattern:
      /(?:现在|目前|都|一直|统一|已经|还是)*(?:用的是|用的|使用的?是?|采用的?是?|(?<![有不没作费信专通实])用(?!处|途)|跑在|运行在|基于|搭在|建在|换成了?|(?:migrate|switch|move|upgrade|迁|迁移|切|升级) ?(?:到|去|成|to) ?了?|迁到了?|迁移到了?|切到了?|切换到了?|改用了?|换到了?)(?!了$|来|于|户|心|力|完|得)(?<value>[^，]{2,40}?)(?:来?(?:写|开发|实现|编写|做|跑|部署)的?)?(?:了|啦)?$/u,
  },
  {
    attribute: "location",
    pattern:
      /(?:现在|目前|都|一直|统一)*(?:(?:放在|存放在|部署在|位于|挂在|托管在|设在|喺) ?(?<value>[^，]{2,30})|(?:存在|搬到了?|换到了?|(?<![现正实存所])在) ?(?<place>\/[\w./-]{2,}|[\p{Script=Han}A-Za-z\d ·-]{1,20}?(?:机房|区|楼|层|室|仓库?|柜|市|省|县|镇|路|街|号|座|栋|园|目录|文件夹|服务器|平台|站|中心| region|抽屉|冰箱|阳台|车库|地下室)))(?:了)?$/u,
  },
  { attribute: "dependency", pattern: /(?:依赖于?|依托)(?<value>[^，]{2,30})$/u, multi: true },
  {
    attribute: "contact",
    pattern:
      /(?:出事|出问题|有问题|有事|报障|故障|值班电话|要开通|权限|对接)(?:了|都|就|的话)*(?:找|联系|问)(?<value>[\p{Script=Han}A-Za-z·]{2,8}?)(?:要|就行|就好)?$/u,
  },
];
