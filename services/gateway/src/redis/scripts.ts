/**
 * What Redis does in one step, in its language Lua. All keys of a call have the same hash tag, so a Redis Cluster keeps them
 * on one node. Hot: one or two of these for every request. Benchmark: `npm run bench -- gateway`.
 */
import { type CommandParser, defineScript } from '@redis/client';

/** Numbers that are whole when they come back: Redis cuts off the rest. */
const script = (source: string) =>
  defineScript({
    SCRIPT: source,
    parseCommand(parser: CommandParser, keys: string[], args: string[]) {
      parser.pushKeysLength(keys);
      parser.push(...args);
    },
    transformReply: (reply: unknown) => reply as number[],
  });

/**
 * Counts a request in all of its windows or, if one of them is full, in none. A key per window; three arguments for each: the
 * count that the gateway knows of, the limit, and the seconds until the count may be forgotten. Redis counts on from what the
 * gateway knows if it has less itself, so a Redis that lost its data grants nothing twice. Returns 1 or 0 for granted or
 * refused, then the count of each window.
 */
const takeRequest = script(`
local used = redis.call('MGET', unpack(KEYS))
local granted = 1
for i = 1, #KEYS do
  used[i] = math.max(tonumber(used[i] or 0), tonumber(ARGV[3 * i - 2]))
  if used[i] >= tonumber(ARGV[3 * i - 1]) then granted = 0 end
end
if granted == 1 then
  for i = 1, #KEYS do
    used[i] = used[i] + 1
    redis.call('SET', KEYS[i], used[i], 'EX', ARGV[3 * i])
  end
end
return { granted, unpack(used) }
`);

/**
 * Takes what was spent from a bucket (limits/bucket.ts), by the clock of Redis. Arguments: the milliseconds spent, those that the
 * bucket gets in a minute, and those that it holds at most. A full bucket is forgotten. Returns what is left.
 */
const chargeBucket = script(`
local spent, perMinute, burst = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local bucket = redis.call('HMGET', KEYS[1], 'left', 'refilled')
local left = burst
if bucket[1] then
  local passed = math.max(0, now - tonumber(bucket[2]))
  left = math.min(burst, tonumber(bucket[1]) + passed * perMinute / 60000)
end
left = math.max(-burst, left - spent)
redis.call('HSET', KEYS[1], 'left', left, 'refilled', now)
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - left) * 60000 / perMinute) + 1000)
return { math.floor(left) }
`);

export const scripts = { takeRequest, chargeBucket };
