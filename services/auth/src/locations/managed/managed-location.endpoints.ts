import * as management from '@order-hub/shared/management/locations';
import { answerFor } from '@order-hub/shared/principal-call';
import { createLocation } from './create-location.ts';
import { listManagedLocations } from './list-managed-locations.ts';
import { retrieveManagedLocation } from './retrieve-managed-location.ts';
import { updateOrderAcceptance } from './update-order-acceptance.ts';
import { updateLocationDetails } from './update-location-details.ts';

/** Locations for users and operators. */
export const managedLocationEndpoints = [
  answerFor(management.createLocation, createLocation),
  answerFor(management.listLocations, listManagedLocations),
  answerFor(management.retrieveLocation, retrieveManagedLocation),
  answerFor(management.updateLocationDetails, updateLocationDetails),
  answerFor(management.updateOrderAcceptance, updateOrderAcceptance),
];
