type Given<Options> = { [Name in keyof Options]?: Exclude<Options[Name], undefined> };

/** The options that were given: an update leaves the others as they are. */
export const givenIn = <Options extends object>(options: Options): Given<Options> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<Options>;
