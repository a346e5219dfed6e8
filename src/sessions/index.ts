export { deleteState, findState, listState, putState } from "./state.js";
