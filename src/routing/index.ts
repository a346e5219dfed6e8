export { route } from "./route.js";
