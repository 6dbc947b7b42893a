/**
 * Why a request failed, as its service tells the gateway for the request log (docs/api/requests.md#request-log): the code of the error,
 * and the names of the fields at fault.
 */
import type { ApiError } from '../../values/errors.ts';

/** The header of an error response, and of one to a request with ignored fields. The gateway reads and drops it. */
export const faultHeader = 'X-Hub-Fault';

/** Further fields are left out. */
export const faultFieldsMax = 10;

/** What a schema could call a field, and the index of an element. A client may choose the keys of a map, and write anything there. */
const part = /^(?:\d{1,4}|[A-Za-z_]\w{0,39})$/;

const fieldName = (field: string) =>
  field === ''
    ? 'body'
    : field
        .split('.')
        .map((name) => (part.test(name) ? name : '*'))
        .join('.');

type Fields = readonly { field: string }[];

const namesOf = (fields: Fields) => fields.slice(0, faultFieldsMax).map(({ field }) => fieldName(field));

/** `invalid_fields items.0.price customer.email`: nothing of what the fields held. */
export const faultText = ({ code, errors = [] }: Pick<ApiError, 'code' | 'errors'>): string =>
  [code, ...namesOf(errors)].join(' ');

/** In place of a code: the request succeeded. */
export const noFault = '-';

/** `- asap itemz`: the fields that a successful request had for nothing, and those that can hardly be meant. */
export const ignoredText = (fields: Fields): string => [noFault, ...namesOf(fields)].join(' ');
