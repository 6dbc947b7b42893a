import { jsonText, type JsonText } from '@order-hub/shared/json';
import { showPrivateRefs } from '@order-hub/shared/private-ref';

type OwnOrder = { document: string; own_refs: Record<string, string> | null | undefined };

/** An order as one client sees it: with its own private refs, and no other client's. */
export const viewOrder = ({ document, own_refs }: OwnOrder): JsonText => jsonText(showPrivateRefs(document, own_refs));
