import { z } from 'zod';

/** The id of a form, in its body. Sending the form again repeats the same change, which is made once. */
export const formIdField = { form_id: z.string().regex(/^[\w-]{1,64}$/, 'is missing; load the page again') };
