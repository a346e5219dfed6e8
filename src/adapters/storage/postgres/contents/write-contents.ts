import type { ContentsWriting } from "../../relational/index.js";
import type { Connection } from "../connection.js";
import { CONTENTS } from "./contents-sql.js";
import { tableOf } from "./contents-view.js";

export const writing: ContentsWriting<Connection> = {
  tableOf,
  toLabels: (labels) => labels,
  putTenant: (connection, tenant, rest) => connection.run(CONTENTS.putTenant, tenant, ...rest),
  putUser: (connection, tenant, rest) => connection.run(CONTENTS.putUser, tenant, ...rest),
  removeTenants: (connection, names) => connection.run(CONTENTS.removeTenants, names),
  removeUser: [CONTENTS.removeListing, CONTENTS.removeClaims, CONTENTS.removeUser],
  linkEpisode: (connection, place, id, turnIds) => connection.run(CONTENTS.linkEpisode, ...place, id, turnIds),
  unlinkMemories: (connection, place, ids) => connection.run(CONTENTS.unlinkMemories, ...place, ids),
  unlinkEpisodes: (connection, place, ids) => connection.run(CONTENTS.unlinkEpisodes, ...place, ids),
};
