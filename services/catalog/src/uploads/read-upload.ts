import type { Handling } from '@order-hub/shared/caller';
import { invalid, invalidFields, type FieldError } from '@order-hub/shared/errors';
import { assertKnown, noteDoubts, noteUnknown } from '@order-hub/shared/handling';
import { unknownFields } from '@order-hub/shared/known-fields';
import { sentFaults } from '@order-hub/shared/sent-faults';
import { parseLeniently } from '@order-hub/shared/unreadable-fields';
import { jsonOf } from '@order-hub/shared/read-json';
import type { z } from 'zod';
import { partUploads, type ContentField, type PartUpload } from '../content/content.schema.ts';
import { isMinimumReachable } from '../content/reachable-selections.ts';
import { partsMax, uploadBytesMax } from '../content/sizes.schema.ts';
import { catalogUpload, uploadFrame } from '../content/upload.schema.ts';
import type { PreparingTask } from './prepared-content.ts';
import { countParts, uploadFaults } from './upload-faults.ts';
import { contentIn, faultsMax, hasContent, listIn, partsIn, textIn, type UploadedPart } from './uploaded-part.ts';

const refsIn = (content: UploadedPart, field: ContentField) =>
  partsIn(content, field).flatMap((part) => textIn(part, 'ref').map(({ text }) => text));

const doubt = 'is more than a guest can choose';

/** What is accepted, but can hardly be meant: a till's whole menu is not lost for it. */
const doubtsOf = (field: ContentField, part: unknown, index: number): FieldError[] =>
  field === 'option_lists' && !isMinimumReachable(part as PartUpload<'option_lists'>)
    ? [{ field: `data.option_lists.${index}.min_selections`, message: doubt, code: 'inconsistent' }]
    : [];

/**
 * Reads an upload. Its parts are checked one at a time, because together they take five times the memory of the body. Throws
 * 400 for malformed JSON, and 422 for too many parts, and for unknown fields if the request asks for that.
 */
export function readUpload({ bytes, currency, imageIds }: PreparingTask, handling: Handling) {
  const body = jsonOf(bytes, uploadBytesMax);
  if (countParts(body) > partsMax)
    throw invalid('data', 'too_many', `must have at most ${partsMax.toLocaleString('en')} parts`);
  noteUnknown(handling, unknownFields(catalogUpload, body));
  assertKnown(handling);
  const content = contentIn(body);
  const frame = uploadFrame.safeParse(body);
  const faults = frame.error ? sentFaults(uploadFrame, body, frame.error) : [];
  const faultsBetween = uploadFaults(body, currency, imageIds);
  const isValid = () => faults.length === 0 && faultsBetween.length === 0;
  return {
    name: frame.data?.name ?? '',
    hasContent: hasContent(body),
    /** The refs of parts that others refer to. */
    refs: { categories: refsIn(content, 'categories'), option_lists: refsIn(content, 'option_lists') },
    /** The parts of a field, until a fault is found. */
    *partsOf<Field extends ContentField>(field: Field): Generator<PartUpload<Field>> {
      const faultsBefore = faults.length;
      for (const [index, sent] of listIn(content, field).entries()) {
        const part = parseLeniently(partUploads[field] as z.ZodType, sent, handling, ['data', field, index]);
        if (part.error) faults.push(...sentFaults(partUploads[field], sent, part.error, ['data', field, index]));
        else {
          noteDoubts(handling, doubtsOf(field, part.data, index));
          if (isValid()) yield part.data as PartUpload<Field>;
        }
        if (faults.length - faultsBefore >= faultsMax) break;
      }
    },
    /** Throws 422 with every fault, once all parts were read. */
    assertValid(): void {
      if (!isValid()) throw invalidFields([...faults, ...faultsBetween]);
    },
  };
}

export type Upload = ReturnType<typeof readUpload>;
