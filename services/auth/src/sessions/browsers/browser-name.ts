import bowser from 'bowser';

const shownCharsMax = 60;

/** Which browser it is, in words, by its `User-Agent`: `Firefox on Linux`. The beginning of the header when bowser does not know it. */
export function browserName(user_agent: string | null): string {
  if (user_agent === null || user_agent === '') return 'Unknown browser';
  const { browser, os } = bowser.parse(user_agent);
  if (browser.name) return os.name ? `${browser.name} on ${os.name}` : browser.name;
  const isLong = user_agent.length > shownCharsMax;
  return isLong ? `${user_agent.slice(0, shownCharsMax).toWellFormed()}…` : user_agent;
}
