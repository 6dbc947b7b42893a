/**
 * Which request caused a message: its id, and its trace if that is sampled (docs/decisions/0058-request-ids-travel-with-messages.md).
 */
export type MessageCause = { request_id: string | null; traceparent: string | null };

/** The cause of what the hub does by itself. */
export const noRequest: MessageCause = { request_id: null, traceparent: null };
