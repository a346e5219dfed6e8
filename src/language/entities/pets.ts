import type { Entity } from "./entity.js";

const EN_ANIMAL =
  "(?:dog|puppy|pup|cat|kitten|kitty|hamster|rabbit|bunny|parrot|budgie|canary|bird|goldfish|fish|turtle|tortoise|guinea pig|gerbil|ferret|horse|pony|lizard|gecko|snake|pet|poodle|corgi|labrador|retriever|husky|beagle|dachshund|terrier|bulldog|chihuahua|shepherd|tabby)";
const ZH_ANIMAL =
  "(?:狗狗?|小狗|猫咪?|貓咪?|[一-龥]犬|仓鼠|兔子|兔兔|鹦鹉|乌龟|金鱼|宠物|寵物|金毛|柯基|泰迪|哈士奇|拉布拉多|柴犬|比熊|布偶|英短|美短|豚鼠|龙猫|蜥蜴)";

/** Right before a name: "dog is called", "cats Max and", "kitten. Her name is"; 猫叫, 狗的名字是. */
const BEFORE: readonly RegExp[] = [
  new RegExp(
    `\\b${EN_ANIMAL}s?(?:'s|’s)?(?:\\s(?:is|was|are|were))?(?:\\s(?:called|named|names?(?:'s|’s|\\s(?:is|was|are))))?\\s(?:\\p{Lu}\\p{Ll}{1,14}(?:,|\\sand|,\\sand)\\s){0,3}$`,
    "iu",
  ),
  new RegExp(
    `\\b${EN_ANIMAL}s?\\b[^.!?\\n]{0,16}(?:[.!?;,]|\\sand)\\s(?:(?:her|his|its|the)\\sname(?:'s|’s|\\sis|\\swas)|(?:i|we|they)\\s(?:named|called)\\s(?:him|her|it))\\s$`,
    "iu",
  ),
  new RegExp(`\\b(?:my|our|his|her|their)\\s(?:[a-z]{2,12}\\s)?${EN_ANIMAL},\\s$`, "iu"),
  new RegExp(
    `${ZH_ANIMAL}(?:的?(?:名字|小名|大名)(?:就?是|叫)|们?就?(?:叫做?|名叫|名为|取名叫?|起名叫?))[“"「]?(?:\\p{Script=Han}{1,4}[和、]){0,3}$`,
    "u",
  ),
  new RegExp(
    `${ZH_ANIMAL}[^。！？!?\\n]{0,8}[，,。]\\s?(?:它|牠|名字|给它)(?:的名字)?(?:就?是|叫做?|取名叫?|起名叫?)[“"「]?$`,
    "u",
  ),
];
/** Right after a name: "is my dog", ", our cat,"; 是我家的猫. */
const AFTER: readonly RegExp[] = [
  new RegExp(
    `^(?:,|\\s(?:is|was))\\s(?:my|our|his|her|their|your|a|the)\\s(?:[a-z]{2,12}\\s){0,2}${EN_ANIMAL}\\b(?!'s|’s|\\s[a-z]{3,12}(?:er|or)\\b|\\s(?:vet|person|guy|lady))`,
    "iu",
  ),
  new RegExp(
    `^[”"」]?(?:就?是|这)(?:我|你|他|她|咱)?们?家?的?(?:那?一?[只条隻條])?(?:\\p{Script=Han}{0,3}的)?${ZH_ANIMAL}(?![的主粉医友舍奴迷])`,
    "u",
  ),
];
const OWN = new RegExp(`^(?:\\p{Script=Han}{0,3}犬|${ZH_ANIMAL})$`, "u");
const REACH = 64;

/** Whether the words around say that the name is an animal's. */
function isPetName(text: string, { start, end }: Entity): boolean {
  const before = text.slice(Math.max(0, start - REACH), start);
  const after = text.slice(end, end + REACH);
  // "the dog is Emma's" speaks of its owner.
  if (/^['’]s\b/u.test(after) && /\b(?:is|was)\s$/iu.test(before)) return false;
  return BEFORE.some((pattern) => pattern.test(before)) || AFTER.some((pattern) => pattern.test(after));
}

/** People as they are; animals that look like people become names, and kinds of animals nothing. */
export function withoutPets(text: string, entities: readonly Entity[]): Entity[] {
  return entities.flatMap((entity): Entity[] => {
    if (entity.kind !== "person") return [entity];
    if (OWN.test(entity.text)) return [];
    return [isPetName(text, entity) ? { ...entity, kind: "name" } : entity];
  });
}
