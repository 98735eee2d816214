-- Prints what the bench reads of a round as JSON.
function done(summary)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"bytes":%d,"microseconds":%d,"refused":%d,"broken":%d}\n',
    summary.requests,
    summary.bytes,
    summary.duration,
    errors.status,
    errors.connect + errors.read + errors.write + errors.timeout
  ))
end
