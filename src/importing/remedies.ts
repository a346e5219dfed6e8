/** What to do about a fault in a source, in the reader's language. */
export interface Remedy {
  readonly en: string;
  readonly zh: string;
}

const both = (en: string, zh: string): Remedy => ({ en, zh });

/** One sentence for each kind of fault: the fault's message says where and what, the remedy what to do. */
export const REMEDIES = {
  startWithName: both("Begin messages with a name and a colon.", "每条消息请以“姓名：”开头。"),
  checkFormat: both("Check that the file is of this format.", "请确认文件是这种格式。"),
  checkFile: both("Check that this is the right file.", "请确认文件是否选对。"),
  checkPath: both("Check the path and its permissions.", "请检查路径与权限。"),
  correctDate: both("Correct the date.", "请更正日期。"),
  correctDateOrClock: both("Correct it, or check this machine's clock.", "请更正，或检查本机时钟。"),
  correctLine: both("Correct the line, or name another format.", "请更正该行，或指明其他格式。"),
  exportAgain: both("Export it again.", "请重新导出。"),
  cutShort: both("The file looks cut short: export or copy it again.", "文件似乎不完整：请重新导出或复制。"),
  ownIds: both("Give every message an id of its own, or none.", "请让每条消息的编号各不相同，或都不填。"),
  plainId: both("Give it 1–256 plain characters.", "请使用 1–256 个普通字符。"),
  giveText: both("Give it as a string.", "请以字符串给出。"),
  nameSpeaker: both("Name who said it.", "请写明是谁说的。"),
  dayLine: both("Put a line with the date before it.", "请在它前面加一行日期。"),
  splitDocument: both("Split it, or convert it to one message a line.", "请拆分，或改成每行一条消息。"),
  splitMessage: both("Split it, or leave it out.", "请拆分该消息，或将其略去。"),
  splitFile: both("Split the file.", "请拆分文件。"),
  zoneName: both("Use a name such as Asia/Shanghai.", "请使用 Asia/Shanghai 这样的名称。"),
  roleNames: both("Use user, assistant, system or tool.", "请使用 user、assistant、system 或 tool。"),
  isoDate: both("Write it as 2026-05-01T10:02:00+08:00.", "请写成 2026-05-01T10:02:00+08:00。"),
  stamp: both("Write it as [2026-05-01 10:02].", "请写成 [2026-05-01 10:02]。"),
  memoryLine: both(
    'Give one memory a line: {"content": "Prefers tea", "at": "2026-05-01T10:02:00+08:00"}.',
    '请每行写一条记忆：{"content": "更喜欢喝茶", "at": "2026-05-01T10:02:00+08:00"}。',
  ),
  giveDate: both(
    'Give messages a date ("at": "2026-05-01T10:02:00+08:00"), or name one for all undated ones (undatedAt, --undated-at).',
    '请给消息加上日期（"at": "2026-05-01T10:02:00+08:00"），或为没有日期的统一指定一个（undatedAt、--undated-at）。',
  ),
} as const satisfies Readonly<Record<string, Remedy>>;

export function nameFormat(formats: readonly string[]): Remedy {
  return both(
    `Name one of ${formats.join(", ")}, or convert the file.`,
    `请指明格式（${formats.join("、")}），或先转换文件。`,
  );
}

export function pickPerson(names: readonly string[]): Remedy {
  return both(`Pick one of: ${names.join(", ")}.`, `请从中选择：${names.join("、")}。`);
}
