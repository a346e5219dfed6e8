export { createRedisConnection, type RedisConnection } from "./connection.js";
