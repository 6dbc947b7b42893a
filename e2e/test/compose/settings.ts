/** Settings with which one connection may place more orders than usual, and callbacks may go to containers. */
export const settingsFor = (port: number) => ({
  PORT: `${port}`,
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_PER_HOUR: '1000000',
  RATE_LIMIT_PER_DAY: '1000000',
  COST_SECONDS_PER_MINUTE: '6000',
  COST_BURST_SECONDS: '6000',
  CALLBACK_ALLOWED_NETWORKS: '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16',
});
