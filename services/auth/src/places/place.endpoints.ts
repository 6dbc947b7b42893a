import * as management from '@order-hub/shared/management/operators';
import { answerFor } from '@order-hub/shared/principal-call';
import { searchPlaces } from './search-places.ts';

/** Searching accounts and locations, for operators. */
export const placeEndpoints = [answerFor(management.searchPlaces, searchPlaces)];
