/**
 * The names of timezones, as the time zone database has them today (docs/api/conventions.md#timezones). Node knows them all,
 * but lists some by older names, which Unicode's data keeps. These are the names that `Intl.supportedValuesOf` of Node 20 has
 * and `zone.tab` of tzdata 2025b has not. A later Node that lists today's names needs no change here.
 */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Today's name of a timezone that may have been renamed. */
export const currentTimezone = (name: string): string => renamed[name] ?? name;

/** Today's names of all timezones, UTC first. */
export const timezoneNames: readonly string[] = [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentTimezone).sort()]),
];
