import type { HubError } from '@order-hub/client';
import { sentencesOf } from '../field-faults.ts';
import type { Login } from './login.ts';

/** An error of the API, in sentences for whoever runs the command. */
export function refusalOf({ status, code, message, details }: HubError, { hub, profile }: Login): string {
  if (status === 0) return `The hub cannot be reached at ${hub}.`;
  if (code.startsWith('access_token_')) {
    const source = profile === null ? 'of HUB_ACCESS_TOKEN' : `of the login ${profile}`;
    return `The hub at ${hub} refuses the access token ${source}: ${message}`;
  }
  return details.length > 0 ? sentencesOf(details) : message;
}
