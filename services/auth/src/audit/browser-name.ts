import bowser from 'bowser';
import { shortened } from '@order-hub/shared/text-start';

const shownCharsMax = 60;

/**
 * Which browser it is, in words, by its `User-Agent`: `Firefox on Linux`. The beginning of the header if bowser does not know
 * it: bowser's own name for it is then a beginning too, of any length.
 */
export function browserName(user_agent: string | null): string {
  if (user_agent === null || user_agent === '') return 'Unknown browser';
  const { browser, os } = bowser.parse(user_agent);
  if (!browser.name) return shortened(user_agent, shownCharsMax);
  return shortened(os.name ? `${browser.name} on ${os.name}` : browser.name, shownCharsMax);
}
