import { errorCodes } from '../values/error-codes.ts';
import { errorTypes } from '../values/errors.ts';
import { faultCodes } from '../values/faults/fault-codes.ts';

const text = (description: string) => ({ type: 'string', description });

/** The body of an error (docs/api/errors.md#error-body). */
export const errorSchemas = {
  Error: {
    type: 'object',
    description:
      'The body of every error. Read `error_type`, `code`, `errors[].field` and `errors[].code` by program; messages are for people.',
    required: ['message', 'error_type', 'code', 'documentation_url'],
    properties: {
      message: text('What is wrong, for people.'),
      errors: {
        type: 'array',
        description: 'With 422: one entry for each of the first 100 faults; empty when no single field is to blame.',
        items: { $ref: '#/components/schemas/FieldError' },
        maxItems: 100,
      },
      more_errors: {
        type: 'integer',
        description: 'With 422: how many more faults were found; only when there are more than 100.',
        minimum: 1,
      },
      error_type: { ...text('What kind of error it is.'), enum: errorTypes },
      code: { ...text('Which error it is. More codes may be added.'), enum: errorCodes },
      hint: text('What to do next, for people. Only some errors have one.'),
      documentation_url: text('Where the guide explains the code.'),
      limit: text('With 429: which limit is reached, such as `minute` or `high-load`.'),
      quota: text('With the code `quota_used_up`: which quota, such as `locations_of_an_account`.'),
      maximum: {
        type: 'integer',
        description: 'With the code `quota_used_up`: its number.',
        minimum: 0,
      },
      request_id: text('With 500: the id of the request.'),
      current_status: text('With the code `status_changed`: the status that the order has.'),
      error: text('Of the authorisation server only: the code of OAuth 2.0.'),
      error_description: text('Of the authorisation server only: the message.'),
    },
  },
  FieldError: {
    type: 'object',
    description: 'One fault of a body or of a query.',
    required: ['field', 'message', 'code'],
    properties: {
      field: text('The path from the root of the body, such as `items.0.price`; or the name of a query parameter.'),
      message: text('What is wrong with it, for people.'),
      code: { ...text('What is wrong with it, for programs. More codes may be added.'), enum: faultCodes },
    },
  },
};
