/** What an application that sends somebody here already knows of them (docs/api/authentication.md#web-application-flow). */
import { parametersOf } from './parameters.ts';

const nameCharsMax = 255;

/** What forms are filled in with at first, from the path of an authorisation request. */
export function knownFacts(path: string) {
  const parameters = parametersOf(path);
  const first = (name: string) => parameters.get(name)?.[0] ?? '';
  return {
    country: first('country').toUpperCase(),
    account_name: first('account_name').slice(0, nameCharsMax),
    location_name: first('location_name').slice(0, nameCharsMax),
  };
}
