/** Settings of a hub without limits of rate and cost. */
export const unlimited = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_PER_HOUR: '1000000',
  RATE_LIMIT_PER_DAY: '1000000',
  RATE_LIMIT_HIGH_LOAD_PER_MINUTE: '1000000',
  COST_SECONDS_PER_MINUTE: '1000000',
  COST_BURST_SECONDS: '1000000',
};
