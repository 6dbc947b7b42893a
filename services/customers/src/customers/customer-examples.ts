/** Bodies of the kind that clients send, for the API document. */
import type { z } from 'zod';
import type { customerChange } from './customer.schema.ts';

type Example = z.input<typeof customerChange>;

const create: Record<string, Example> = {
  regular: {
    private_ref: 'guest-42',
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    birth_date: '1985-12-10',
    phone: '+33612345678',
    address_1: '10 rue du Bac',
    postal_code: '75007',
    city: 'Paris',
    country: 'FR',
    sms_marketing: true,
  },
  company: { company_name: 'Analytical Engines', custom_fields: { vat: 'FR40303265045' } },
};

const update: Record<string, Example> = {
  move: { address_1: '1 place de la Bourse', address_2: null, postal_code: '69002', city: 'Lyon' },
  remove_custom_field: { custom_fields: { vat: null } },
};

export const customerExamples = { create, update };
