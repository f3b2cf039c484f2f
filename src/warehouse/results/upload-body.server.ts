import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refuse } from '#kit/errors/refusal.ts';
import type { Upload, UploadedFile } from './read-upload.server.ts';
import { maxResultFileBytes, tooLargeMessage } from './result-import.ts';
import { OverrideReason } from './waiting-result.ts';

/** Bytes of a JSON body with two files, if every character is escaped. */
export const uploadBodyLimit = 2 * maxResultFileBytes;

const FileText = z
  .string('CSVの内容を文字列で送ってください。')
  .max(maxResultFileBytes, tooLargeMessage);
const FileName = z.string().max(200, 'ファイル名は200文字以内にしてください。');

/** Files as text in JSON. A form sends them as bytes (fields `csv` and `items`). */
export const UploadBody = z
  .strictObject({
    csv: FileText,
    items: FileText.optional(),
    fileName: FileName.optional(),
    itemFileName: FileName.optional(),
    /** Reason that flagged rows are right (docs/product.md, Results that wait). */
    overrideReason: z.optional(OverrideReason),
  })
  // The handler reads the body of a form.
  .nullable();

/** The same fields as a form. */
export const uploadForm = { csv: 'file', items: 'file?', overrideReason: 'text?' } as const;

/** Uploaded files from a form or a JSON body. Refuses an upload without a result file. */
export async function readUploadBody(
  request: FastifyRequest,
  body: z.infer<typeof UploadBody>,
): Promise<Upload & { overrideReason: string }> {
  const files = request.isMultipart() ? await readForm(request) : readBody(body);
  if (!files.csv) throw refuse('ValidationError', '査定結果のCSVファイルを選んでください。');
  const { csv, items, overrideReason = '' } = files;
  return { csv, items, overrideReason };
}

type Files = {
  csv?: UploadedFile | undefined;
  items?: UploadedFile | undefined;
  overrideReason?: string | undefined;
};

function readBody(body: z.infer<typeof UploadBody>): Files {
  if (!body) return {};
  const { csv, items, fileName = '', itemFileName = '', overrideReason } = body;
  return {
    overrideReason,
    csv: { name: cleanName(fileName), content: csv },
    items: items === undefined ? undefined : { name: cleanName(itemFileName), content: items },
  };
}

async function readForm(request: FastifyRequest): Promise<Files> {
  const files: Files = {};
  const unknown: string[] = [];
  const limits = { fileSize: maxResultFileBytes, files: 2, fields: 2, parts: 4, fieldSize: 1_000 };
  // Read to the end before refusing: a browser that is still sending would not read the response.
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field' && part.fieldname === 'overrideReason') {
      files.overrideReason = readReason(part.value);
      continue;
    }
    const isKnown = part.fieldname === 'csv' || part.fieldname === 'items';
    const content = part.type === 'file' ? await contentOf(part) : undefined;
    if (!isKnown || !content || files[part.fieldname as 'csv' | 'items']) {
      unknown.push(part.fieldname);
      continue;
    }
    const name = part.type === 'file' ? cleanName(part.filename ?? '') : '';
    // A form sends an empty file without a name if none was chosen.
    if (content.length === 0 && name === '') continue;
    files[part.fieldname as 'csv' | 'items'] = { name, content };
  }
  if (unknown.length > 0) {
    throw refuse('ValidationError', 'CSVファイルはcsvとitemsの欄に1つずつ送ってください。');
  }
  return files;
}

function readReason(value: unknown): string {
  const { data, error } = OverrideReason.safeParse(value);
  if (error) throw refuse('ValidationError', error.issues[0]?.message ?? '');
  return data;
}

/** Bytes of a file; refuses too large ones. */
async function contentOf(file: MultipartFile): Promise<Buffer> {
  try {
    return await file.toBuffer();
  } catch (error) {
    if (!file.file.truncated) throw error;
    throw refuse('PayloadTooLarge', tooLargeMessage);
  }
}

/** File name cleaned for storage and display. */
const cleanName = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Cs}\ufffd]/gu, '')
    .slice(0, 200)
    .toWellFormed();
