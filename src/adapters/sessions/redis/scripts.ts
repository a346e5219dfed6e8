/*
 * One hash per user, a field per space. A field holds
 *   V…  a copy of the space's live entries, as JSON
 *   L…  a lease: the one reader with this token may put the copy in
 *   X   a space that is too large to be copied
 * The hash lives for a fixed time from its first field on and is never prolonged: whatever goes wrong, no copy is older.
 */

/** What stands in the field; where nothing does, the caller gets the lease. KEYS: hash. ARGV: field, token, life in ms, most fields. */
export const READ = `
local found = redis.call('HGET', KEYS[1], ARGV[1])
if found then return found end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4]) then return 'L' end
redis.call('HSET', KEYS[1], ARGV[1], 'L' .. ARGV[2])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return false`;

/** Puts a copy in, if the lease still stands: whoever wrote meanwhile has taken it away. KEYS: hash. ARGV: field, token, content. */
export const FILL = `
if redis.call('HGET', KEYS[1], ARGV[1]) ~= 'L' .. ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1`;

/** Takes away the copy of a space, and with it every lease on it. KEYS: hash. ARGV: field. */
export const DROP = "return redis.call('HDEL', KEYS[1], ARGV[1])";

/** Takes away all copies of a user. KEYS: hash. */
export const DROP_ALL = "return redis.call('DEL', KEYS[1])";
