/** JSON of this size is checked and rendered within some 50 ms; an inventory within a quarter of a second. */
const largeBytes = 524_288;

/** Whether a task with so much JSON takes long. Large tasks have threads of their own (open-threads.ts). */
export const isLargeJson = (bytes: number): boolean => bytes > largeBytes;
