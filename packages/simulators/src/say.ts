/** Prints what a simulator does, as a sentence without a full stop. */
export type Say = (sentence: string) => void;
