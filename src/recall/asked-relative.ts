import { EN_RELATIONS, relationSubject, ZH_RELATIONS } from "../language/slots/index.js";

/** Words that tell of somebody without naming the relation: who is married has a husband or a wife, who is expecting has a child. */
interface Asked {
  /** Subjects of which a statement may be an answer: a son is a child, and a parent one of the parents. */
  readonly as: readonly string[];
  readonly told?: RegExp;
}

const MARRIED = /\b(?:married|marry|wedding anniversary|divorced?|spouse)\b|结婚|婚后|离婚|嫁|娶|爱人|另一半/iu;
const SIBLINGS = /\b(?:siblings?|twins?)\b|兄弟|姐妹|兄妹|姐弟|手足/iu;
const CHILDREN =
  /\b(?:pregnan\w+|expecting|twins?|teenagers?|daycare|nursery|mother of|father of)\b|怀孕|双胞胎|大宝|二宝|老大|老二|宝贝/iu;
const ANIMALS =
  /\b(?:puppy|kitten|adopted|breed|vet|retriever|poodle|terrier|corgi|hamster|rabbit|parrot)s?\b|养|领养|金毛|柯基|泰迪|布偶|宠/iu;

/** Family and animals: whoever has one says so by these words sooner or later. Colleagues and doctors are called too many things. */
const ASKED: Readonly<Record<string, Asked>> = {
  sister: { as: ["sister"], told: SIBLINGS },
  brother: { as: ["brother"], told: SIBLINGS },
  mother: { as: ["mother", "parents"] },
  father: { as: ["father", "parents"] },
  parents: { as: ["parents", "mother", "father"] },
  wife: { as: ["wife", "partner", "girlfriend"], told: MARRIED },
  husband: { as: ["husband", "partner", "boyfriend"], told: MARRIED },
  partner: { as: ["partner", "wife", "husband", "girlfriend", "boyfriend"], told: MARRIED },
  girlfriend: { as: ["girlfriend", "partner", "wife"] },
  boyfriend: { as: ["boyfriend", "partner", "husband"] },
  son: { as: ["son", "child"], told: CHILDREN },
  daughter: { as: ["daughter", "child"], told: CHILDREN },
  child: { as: ["child", "son", "daughter"], told: CHILDREN },
  grandmother: { as: ["grandmother"] },
  grandfather: { as: ["grandfather"] },
  dog: { as: ["dog", "pet"], told: ANIMALS },
  cat: { as: ["cat", "pet"], told: ANIMALS },
  pet: { as: ["pet", "dog", "cat"], told: ANIMALS },
};

const PREFIX = "user's ";
const ASKED_EN = new RegExp(
  `\\b(?:my (?:(?:own|late|older|elder|younger|little|big|only|first|second|new|eldest|youngest) )?|(?:do|did|have) i (?:have |got )?(?:a |an |any )?)(${EN_RELATIONS})(?:s|['’]s)?\\b`,
  "giu",
);
const ASKED_ZH = new RegExp(
  `我(?:的|家的?|们家的?|有(?:没有|几个|个)?|养的?了?(?:的是)?(?:几[只条]|什么)?)?(?:[大小]|亲)?(${ZH_RELATIONS})`,
  "gu",
);
const NAMED = new RegExp(`\\b(?:${EN_RELATIONS})(?=s?\\b)|${ZH_RELATIONS}`, "giu");

function nameOf(word: string): string | undefined {
  return relationSubject(word)?.slice(PREFIX.length);
}

/** Relatives and animals of the user that a question asks about: "my brother's name", 我先生是谁. Empty for most queries. Pure. */
export function askedRelatives(query: string): readonly string[] {
  const words = [...query.matchAll(ASKED_EN), ...query.matchAll(ASKED_ZH)].flatMap(([, word]) => word ?? []);
  return [...new Set(words.flatMap((word) => nameOf(word) ?? []))].filter((name) => Object.hasOwn(ASKED, name));
}

/** May what is stated of the subject answer what is asked of the relatives? Whoever is known by a name may be any of them. Pure. */
export function mayBeAsked(subject: string, relatives: readonly string[]): boolean {
  if (relatives.length === 0 || !subject.startsWith("user")) return true;
  return relatives.some((name) => ASKED[name]?.as.some((other) => subject === `${PREFIX}${other}`));
}

/** Does a text speak of one of the relatives, by any word for them in either language? Pure. */
export function speaksOf(text: string, relatives: readonly string[]): boolean {
  const named = new Set([...text.matchAll(NAMED)].flatMap(([word]) => nameOf(word) ?? []));
  return relatives.some((name) => {
    const asked = ASKED[name];
    return asked?.as.some((other) => named.has(other)) === true || asked?.told?.test(text) === true;
  });
}
