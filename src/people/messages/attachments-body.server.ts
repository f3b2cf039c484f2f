import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refuse } from '#kit/errors/refusal.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { takesImage, withFormSlot } from '#kit/images/image-body.server.ts';
import { maxAttachmentBytes, maxAttachments } from './attachment.ts';
import type { SentFile } from './thread-files.server.ts';

const maxTextBytes = 64 * 1024;

/** Route options for a text with files. */
export const takesAttachments = { ...takesImage, bodyLimit: maxAttachmentBytes + 256 * 1024 };

const tooLarge = () =>
  refuse('PayloadTooLarge', `添付できるのは${maxAttachments}点、合わせて10MBまでです。`);
const invalidForm = () =>
  refuse('ValidationError', 'replyの欄にJSONを、fileの欄に添付ファイルを入れて送ってください。');

/** Reads a form of one JSON field named `reply`, checked by `schema`, and up to five files named `file`. */
export async function readReplyForm<Schema extends z.core.$ZodType>(
  request: FastifyRequest,
  schema: Schema,
): Promise<{ reply: z.output<Schema>; files: SentFile[] }> {
  if (!request.isMultipart()) throw invalidForm();
  const { text, files } = await withFormSlot(1, () => readParts(request));
  const { data, error } = z.safeParse(schema, asJson(text));
  if (error === undefined) return { reply: data as z.output<Schema>, files };
  const errors = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw refuse('ValidationError', errors[0]?.message ?? '入力内容をご確認ください。', {
    title: formErrorTitle,
    errors,
  });
}

async function readParts(request: FastifyRequest) {
  const limits = {
    fileSize: maxAttachmentBytes,
    files: maxAttachments,
    fields: 1,
    // One more than allowed, so that the refusal can say there are too many files.
    parts: maxAttachments + 2,
    fieldSize: maxTextBytes,
  };
  let text: string | undefined;
  const files: SentFile[] = [];
  let isOther = false;
  try {
    // Read to the end before refusing: a browser that is still sending would not read the response.
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        if (part.fieldname === 'file') files.push({ name: part.filename ?? '', bytes });
        else isOther = true;
      } else if (part.fieldname === 'reply' && typeof part.value === 'string') {
        text = part.valueTruncated ? undefined : part.value;
      } else isOther = true;
    }
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_FILES_LIMIT') throw tooLarge();
    if (/^FST_(PARTS|FIELDS)_LIMIT$/.test(code)) throw invalidForm();
    throw error;
  }
  if (isOther || text === undefined) throw invalidForm();
  return { text, files };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidForm();
  }
}
