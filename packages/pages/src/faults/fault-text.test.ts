import { describe, expect, test } from '@jest/globals';
import { fieldErrors } from '@order-hub/shared/field-errors';
import { languages } from '@order-hub/shared/languages';
import { saveListing } from '@order-hub/shared/management/apps';
import { faultText } from './fault-text.ts';

const others = languages.filter((language) => language !== 'en');

/** The faults that the form of a listing can have. */
function faultsOf(fields: object): string[] {
  const listing = {
    description: 'x',
    scope: 'location[orders.read]',
    website: 'https://a.example',
    start_url: 'https://a.example',
  };
  const { error } = saveListing.input.safeParse({ ...listing, ...fields });
  return error ? fieldErrors(error).map(({ message }) => message) : [];
}

const ofListings = [
  { description: '' },
  { description: 'x'.repeat(301) },
  { description: 'a\u202eb' },
  { website: 'http://a.example' },
  { scope: '' },
  { scope: 'location[everything.read]' },
  { scope: 'planet[orders.read]' },
  { scope: 'location[orders.read' },
  { scope: 'location[orders.read]account[orders.read]' },
  { scope: 'location[orders.read],account[orders.read]' },
  { scope: 'location[orders.read],,profile' },
  { scope: 'profile' },
].flatMap(faultsOf);

/** As services tell them. */
const ofServices = [
  'must have the host of one of the redirect URIs: a.example, b.example',
  'needs a redirect URI with https first: its host must be that of one',
  'must have at most 48 KiB',
  'must be a PNG or JPEG file',
  'must be 16 to 1,024 pixels wide and high',
  'must have at most 20 elements',
  'is the name of another catalog',
  'must be an image: a JPEG, PNG, WEBP, GIF or BMP file',
  'must have at least 3 digits of a phone number',
  'works at this location already',
  'is not the id of a user',
  'must be today or later',
  'must be at most 2 years ahead',
  'is a special day already; remove it first',
];

describe.each(others)('in %s', (language) => {
  test('no fault of a listing, or of what services check, is English', () => {
    expect(ofListings.length).toBeGreaterThanOrEqual(12);
    const english = [...ofListings, ...ofServices].filter((fault) => faultText(language, fault) === fault);
    expect(english).toEqual([]);
  });
});

test.each<[(typeof languages)[number], string, string]>([
  ['en', 'must be 16 to 1,024 pixels wide and high', 'must be 16 to 1,024 pixels wide and high'],
  ['de', 'must be 16 to 1,024 pixels wide and high', 'muss 16 bis 1.024 Pixel breit und hoch sein'],
  [
    'fr',
    'must have the host of one of the redirect URIs: a.example',
    'doit être sur l’un des hôtes des URI de redirection : a.example',
  ],
  ['it', 'must have at most 1 element', 'deve avere al massimo 1 voce'],
  ['es', 'says what no release has said', 'says what no release has said'],
])('in %s, “%s” is “%s”', (language, fault, text) => expect(faultText(language, fault)).toBe(text));
