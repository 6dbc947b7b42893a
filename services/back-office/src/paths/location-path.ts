/** The page of a location. */
export const locationPath = (id: string) => `/back-office/locations/${id}`;

/** The opening hours and special days of a location. */
export const hoursPath = (location_id: string) => `${locationPath(location_id)}/hours`;

/** The page that adds a special day. */
export const specialDaysPath = (location_id: string) => `${hoursPath(location_id)}/special-days`;

/** The page that removes one. */
export const removeSpecialDayPath = (location_id: string, day: string) =>
  `${specialDaysPath(location_id)}/${day}/remove`;
