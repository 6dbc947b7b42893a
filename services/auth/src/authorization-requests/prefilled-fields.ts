/** What a client already knows of the user it sends here (docs/api/authentication.md#web-application-flow). */
import { parametersOf } from './parameters.ts';
import { textStart } from '@order-hub/shared/text-start';

const nameCharsMax = 255;

/** The initial values of form fields, from the path of an authorisation request. */
export function prefilledFields(path: string) {
  const parameters = parametersOf(path);
  const first = (name: string) => parameters.get(name)?.[0] ?? '';
  return {
    country: first('country').toUpperCase(),
    account_name: textStart(first('account_name'), nameCharsMax),
    location_name: textStart(first('location_name'), nameCharsMax),
  };
}
