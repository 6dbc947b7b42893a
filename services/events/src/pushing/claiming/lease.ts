/** A leased event. Every statement about it names the lease, so only its holder can change the event. */
export type Lease = { connection_id: string; callback_id: string; event_id: string; lease: string };

/** Leases as three arrays, for `unnest ($1, $2, $3) as l (callback_id, id, lease)`. */
export const leaseColumns = (leases: readonly Lease[]) => [
  leases.map(({ callback_id }) => callback_id),
  leases.map(({ event_id }) => event_id),
  leases.map(({ lease }) => lease),
];
