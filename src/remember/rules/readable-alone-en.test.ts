import { describe, expect, it } from "vitest";
import type { Turn } from "../../domain/index.js";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { extractByRules } from "../extract-rules.js";

/** The statements of a turn of which every clause is worth keeping; what is about another than the user, with its subject in front. */
function statements(text: string): readonly string[] {
  const turn = {
    id: "t",
    sessionId: "s",
    role: "user",
    text,
    at: Date.parse("2026-05-13T03:00:00Z"),
    timeZone: "Asia/Shanghai",
  };
  const context = { before: [], policy: DEFAULT_POLICY, worth: () => 0.9 };
  return extractByRules(turn as unknown as Turn, context).candidates.map(({ subject, content }) =>
    subject === "user" ? content : `${subject} | ${content}`,
  );
}

const TURNS: readonly (readonly [string, readonly string[]])[] = [
  [
    "Biscuit. a rescue greyhound, four next month, only eats from a raised bowl",
    ["Biscuit | Biscuit is a rescue greyhound, four next month (2026-06-01–2026-06-30), only eats from a raised bowl"],
  ],
  ["My name is Ruth, retired last year", ["The user's name is Ruth, retired last year (2025-01-01–2025-12-31)"]],
  [
    "My brother's a carpenter, lives in Dundee, hates phone calls",
    [
      "user's brother | The user's brother's a carpenter, lives in Dundee",
      "user's brother | The user's brother hates phone calls",
    ],
  ],
  [
    "I work at Halden Foods as a buyer. Climbing on weekends.",
    ["The user works at Halden Foods as a buyer.", "The user: climbing on weekends."],
  ],
  [
    "I'm allergic to penicillin. Flying to Oslo next Wednesday for work.",
    ["The user is allergic to penicillin.", "The user is flying to Oslo next Wednesday (2026-05-20) for work."],
  ],
  [
    "moved from Bristol to Cardiff last month",
    ["The user moved from Bristol to Cardiff last month (2026-04-01–2026-04-30) (now lives in Cardiff)"],
  ],
  [
    "Our landlord is Mr Pell, only answers texts, wants rent on the 3rd",
    [
      "The user's landlord is Mr Pell, only answers texts",
      "user's landlord | The user's landlord wants rent on the 3rd (2026-06-03)",
    ],
  ],
  [
    "Three rules for my calendar: 1) no meetings before ten 2) Friday afternoons are blocked 3) lunch is at half twelve",
    [
      "Rules for the user's calendar: no meetings before ten",
      "Rules for the user's calendar: Friday afternoons are blocked",
      "Rules for the user's calendar: lunch is at half twelve",
    ],
  ],
  [
    "My kit: a Canon R6, two primes, one battered tripod",
    ["The user's kit: a Canon R6, two primes, one battered tripod"],
  ],
  [
    "Anna: I'm off on Thursday\nBen: I'll cover the desk\nMe: I have the dentist at nine",
    [
      "Anna | Anna is off on Thursday (2026-05-14)",
      "Ben | Ben will cover the desk",
      "The user has the dentist at nine",
    ],
  ],
  [
    "Daughter's at St Brigid's, year four, obsessed with axolotls",
    ["user's daughter | The user's daughter's at St Brigid's, year four, obsessed with axolotls"],
  ],
  [
    "Grandad is 91, lives in Whitby, deaf in the left ear, loves crosswords",
    [
      "user's grandfather | The user's grandad is 91",
      "user's grandfather | The user's grandad lives in Whitby",
      "user's grandfather | The user's grandad is deaf in the left ear, loves crosswords",
    ],
  ],
  [
    "Vegetarian since 2015. Husband isn't. Kids eat anything but mushrooms.",
    ["The user is vegetarian since 2015.", "user's child | The user's kids eat anything but mushrooms."],
  ],
  [
    "Left-handed. Wear size 44 shoes. Blind in one eye.",
    ["The user is left-handed.", "The user wears size 44 shoes.", "The user is blind in one eye."],
  ],
  ["Things I'm allergic to: kiwi, latex, wasp stings", ["Things the user is allergic to: kiwi, latex, wasp stings"]],
  [
    "Mum's in Porto, Dad's in Leeds, they split in 2009",
    [
      "user's mother | The user's mum's in Porto",
      "user's father | The user's dad's in Leeds, they split in 2009 (2009-01-01–2009-12-31)",
    ],
  ],
  [
    "First, I never fly. Second, I get seasick. Third, trains are fine.",
    ["The user never flies.", "The user gets seasick.", "Trains are fine."],
  ],
  [
    "My wife Jo runs the bakery, up at four, asleep by nine",
    ["user's wife | The user's wife Jo runs the bakery, up at four, asleep by nine"],
  ],
  [
    "Neighbour upstairs is a drummer; practises till ten, moving out in June",
    [
      "user's neighbour | The user's neighbour upstairs is a drummer; practises till ten, moving out in June (2026-06-01–2026-06-30)",
    ],
  ],
  [
    "Bike: Brompton, 6-speed, raw lacquer, insured with Laka",
    ["The user's bike: Brompton, 6-speed, raw lacquer, insured with Laka"],
  ],
  [
    "born in Lagos, raised in Leeds, studied in Ghent",
    ["The user was born in Lagos, raised in Leeds, studied in Ghent"],
  ],
  ["My running shoes are Sauconys, half a size up", ["The user's running shoes are Sauconys, half a size up"]],
  [
    "Pickle. the nubian doe, kidded last week, only takes grain from a red bucket",
    ["Pickle | Pickle is the nubian doe, kidded last week (2026-05-04–2026-05-10), only takes grain from a red bucket"],
  ],
  [
    "My sister-in-law Priya, paediatrician, vegetarian, three kids, always late",
    ["user's sister-in-law | The user's sister-in-law Priya, paediatrician, vegetarian, three kids, always late"],
  ],
  [
    "I run a small bakery. Open at six. Closed Mondays. Two staff.",
    ["The user runs a small bakery.", "The user: closed Mondays.", "The user: two staff."],
  ],
  [
    "Dad: 78, lives alone, pacemaker, stubborn about the car",
    ["The user's dad: 78, lives alone, pacemaker, stubborn about the car"],
  ],
  [
    "My boss Karen hates surprises, wants numbers first, never replies after six",
    [
      "user's boss | The user's boss Karen hates surprises",
      "user's boss | The user's boss Karen wants numbers first, never replies after six",
    ],
  ],
  [
    "Hi! I'm Theo, 34, live in Utrecht, work nights at a hospital, allergic to bees",
    [
      "The user is Theo, 34",
      "The user (Theo) lives in Utrecht",
      "The user (Theo) works nights at a hospital",
      "The user (Theo) is allergic to bees",
    ],
  ],
  [
    "My house rules: - shoes off - no phones at dinner - dog stays off the sofa",
    [
      "The user's house rules: shoes off",
      "The user's house rules: no phones at dinner",
      "The user's house rules: dog stays off the sofa",
    ],
  ],
  [
    "My flatmate works nights, so no hoovering before noon",
    ["user's roommate | The user's flatmate works nights, so no hoovering before noon"],
  ],
  [
    "Second car is a Fiat Panda, yellow, mostly my wife's",
    ["The user's second car is a Fiat Panda, yellow, mostly the user's wife's"],
  ],
  [
    "The greenhouse. Polycarbonate, six by eight, heater died in January.",
    ["greenhouse | The greenhouse: Polycarbonate, six by eight, heater died in January (2026-01-01–2026-01-31)."],
  ],
  [
    "Three things about my knee: torn meniscus in 2019, no kneeling, ice helps",
    ["Things about the user's knee: torn meniscus in 2019 (2019-01-01–2019-12-31), no kneeling, ice helps"],
  ],
  [
    "Gran's birthday is 3 May, she likes gin and dominoes, not necessarily in that order",
    [
      "user's grandmother | The user's gran's birthday is 3 May",
      "user's grandmother | The user's grandmother likes gin and dominoes, not necessarily in that order",
    ],
  ],
  [
    "Got a Saab 900, 1989, red, won't start below zero",
    ["The user got a Saab 900, 1989, red", "Saab 900 | The user's Saab 900 won't start below zero"],
  ],
  [
    "I have a sister, Mara. She's a vet in Leeds. Two greyhounds. Doesn't drink.",
    [
      "The user has a sister, Mara.",
      "user's sister | The user's sister is a vet in Leeds.",
      "Two greyhounds.",
      "Mara | Mara doesn't drink.",
    ],
  ],
  [
    "Client's called Verrano. They pay in 60 days. Contact is Paolo. Hates Zoom.",
    ["user's client | The user's client's called Verrano.", "Contact is Paolo.", "Paolo | Paolo hates Zoom."],
  ],
  [
    "The piano's a Yamaha U1. 1978. Tuned every spring by a bloke called Ned.",
    ["piano | The piano's a Yamaha U1.", "piano | The piano is tuned every spring by a bloke called Ned."],
  ],
  [
    "I keep bees. Four hives. Buckfast. Honey in August.",
    ["The user keeps bees.", "Four hives.", "The user: honey in August (2026-08-01–2026-08-31)."],
  ],
  ["My therapist is Dr. Lund. Fortnightly. Online.", ["The user's therapist is Dr. Lund."]],
  [
    "I used my years at the mill and my feeling for wood to open a workshop.",
    ["The user used the user's years at the mill and the user's feeling for wood to open a workshop."],
  ],
  ["I feed my hens and my dog barks at night", ["The user feeds the user's hens and the user's dog barks at night"]],
  [
    "My son Per turned 6 in March, he's fond of tractors",
    ["user's son | The user's son Per turned 6 in March (2026-03-01–2026-03-31)", "Per | Per is fond of tractors"],
  ],
  [
    "We used to rent a stall by the river but since February we own one in the hall",
    [
      "The user used to rent a stall by the river but since February (2026-02-01–2026-05-13) the user owns one in the hall",
    ],
  ],
  ["The quote for the roof is 4000 euros, actually make it 4600", ["roof | The quote for the roof is 4600 euros"]],
  ["I help at the library 4-6pm", ["The user helps at the library 4-6pm"]],
  [
    "My flatmate Ines has a parrot, I'm allergic but it's fine",
    ["user's roommate | The user's flatmate Ines has a parrot, the user is allergic"],
  ],
  [
    "if I ever ask for legal advice, tell me to call my lawyer",
    ["If the user ever asks for legal advice, tell the user to call the user's lawyer"],
  ],
  [
    "My nephew Olav is 7 and hates wasps, the spray is in his satchel",
    ["user's nephew | The user's nephew Olav is 7 and hates wasps, the spray is in his satchel"],
  ],
  [
    "Timetable change: Mondays move to Fridays from next week",
    ["Timetable change: Mondays move to Fridays from next week (2026-05-18–2026-05-24)"],
  ],
  [
    "I gave up sugar in March, down to one biscuit a day",
    ["The user gave up sugar in March (2026-03-01–2026-03-31)", "The user is down to one biscuit a day"],
  ],
  ["The gate number is 6, not 4, I keep mixing that up", ["The gate number is 6, not 4"]],
  [
    "We never reboot the scanners without radiology's ok",
    ["The user never reboots the scanners without radiology's ok"],
  ],
  [
    "Hi, Marek here. I look after the servers of a hospital.",
    ["The user is Marek.", "The user (Marek) looks after the servers of a hospital."],
  ],
  ["hello, this is Aoife. I teach in Galway.", ["The user is Aoife.", "The user (Aoife) teaches in Galway."]],
  [
    "I have celiac disease so everything must be gluten free, including sauces",
    ["The user has celiac disease so everything must be gluten free, including sauces"],
  ],
  ["I hate it when meetings overrun", ["The user hates it when meetings overrun"]],
  [
    "I moved the choir from Monday to Wednesday, starting in June",
    ["The user moved the choir from Monday to Wednesday, starting in June (2026-06-01)"],
  ],
  [
    "Solveig is going on leave in April, her stand-in is called Per",
    ["Solveig is going on leave in April (2027-04-01–2027-04-30), her stand-in is called Per"],
  ],
  ["My own birthday's on the 3rd of May", ["The user's own birthday's on the 3rd of May"]],
  [
    "I always check the hem, the lining, and the buttons of a coat",
    ["The user always checks the hem, the lining, and the buttons of a coat"],
  ],
  [
    "Well, I quite like playing bowls, mending clocks, brass bands, and growing leeks.",
    ["The user quite likes playing bowls, mending clocks, brass bands, and growing leeks."],
  ],
  [
    "I live in Porto, work at Lidl, and play padel",
    ["The user lives in Porto", "The user works at Lidl, and plays padel"],
  ],
  ["My gran makes me so proud, and I call her daily", ["user's grandmother | The user's gran makes the user so proud"]],
  ["It took me a while to choose, but I settled on the green bike", ["The user settled on the green bike"]],
  [
    "Guess what - I passed my driving test last week!",
    ["The user passed the user's driving test last week (2026-05-04–2026-05-10)!"],
  ],
  [
    "I am taking an evening course and it is hard going.",
    ["The user is taking an evening course and it is hard going."],
  ],
  ["I stay at Bukit Batok one, near the MRT", ["The user stays at Bukit Batok one, near the MRT"]],
];

describe("English statements can be read alone (1.2): who or what they are of, whatever the turn leaves out", () => {
  it.each(TURNS)("%s", (text, expected) => {
    expect(statements(text)).toEqual(expected);
  });
});
