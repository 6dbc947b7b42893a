/** A command could not be done; the message is a sentence for the operator. */
export class CommandError extends Error {}
