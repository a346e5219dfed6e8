import { KeepsakeError } from "../domain/index.js";
import type { KeepsakeConfigInput } from "./schema.js";

const FOLDER = /^(?:sqlite|file):(?:\/\/(?=\/))?/i;
const POSTGRES = /^postgres(ql)?:\/\//i;
const MARIADB = /^(mysql|mariadb):\/\//i;
const VARIABLE = /^env:(\w+)$/;
const ANY_SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

function refused(message: string, field: string): KeepsakeError {
  return new KeepsakeError("INVALID_INPUT", message, {
    field,
    remedy: {
      en: "Give a folder, postgres://user:password@host/database?schema=NAME, mysql://user:password@host/database, or env:VARIABLE that holds one of them.",
      zh: "请给出文件夹、postgres://用户:密码@主机/数据库?schema=名称、mysql://用户:密码@主机/数据库，或内容为其一的 env:变量名。",
    },
  });
}

/** The schema stands in the address as `?schema=`; the driver knows no such parameter. */
function postgresAt(text: string, field: string): KeepsakeConfigInput {
  if (!URL.canParse(text)) throw refused("the address of the database cannot be read", field);
  const url = new URL(text);
  const schema = url.searchParams.get("schema") ?? "keepsake";
  url.searchParams.delete("schema");
  return { storage: { kind: "postgres", url: url.href, schema } };
}

function mariadbAt(text: string, field: string): KeepsakeConfigInput {
  if (!URL.canParse(text)) throw refused("the address of the database cannot be read", field);
  return { storage: { kind: "mariadb", url: text } };
}

/**
 * A folder (`PATH`, `sqlite:PATH`), a PostgreSQL (`postgres://…?schema=NAME`), a MariaDB (`mysql://…`), or `env:VARIABLE`, whose value is one
 * of these, so that a password need not stand on the command line.
 * As what it says of the configuration.
 * @param encryptionKey of a folder; absent: the configured one
 * @throws INVALID_INPUT naming `field`
 */
export function configOfAddress(
  given: string,
  field: string,
  { env, encryptionKey }: { env: Readonly<Record<string, string | undefined>>; encryptionKey?: string | undefined },
): KeepsakeConfigInput {
  const variable = VARIABLE.exec(given)?.[1];
  const text = variable === undefined ? given : (env[variable] ?? "");
  if (text === "") throw refused(variable === undefined ? "no store is named" : `${variable} is not set`, field);
  if (POSTGRES.test(text)) return postgresAt(text, field);
  if (MARIADB.test(text)) return mariadbAt(text, field);
  if (ANY_SCHEME.test(text) && !FOLDER.test(text)) throw refused("there is no such kind of store", field);
  const dataFolder = text.replace(FOLDER, "");
  const storage = { kind: "sqlite" as const, ...(encryptionKey === undefined ? {} : { encryptionKey }) };
  return { dataFolder, storage };
}
