-- Searches for another number in each request, so that no response comes from the cache.
dofile('bench/http/wrk-summary.lua')

local base = wrk.path
local count = 0

function request()
  count = count + 1
  return wrk.format('GET', string.format('%s%05d', base, count * 7919 % 100000))
end
