import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refuse } from '#kit/errors/refusal.ts';
import { type BankAnswerChoice, BankAnswerChoices } from './bank-answer.ts';
import { BankColumns, maxBankFileBytes } from './bank-columns.ts';

/** An uploaded file with the operator's choices. */
export type AnswerUpload = {
  fileName: string;
  content: Uint8Array;
  /** Null: use remembered columns, else guess. */
  columns: BankColumns | null;
  choices: BankAnswerChoice[];
  /** Hash and version of the trial that the operator saw; '' and 0 for a trial itself. */
  seen: string;
  columnsVersion: number;
};

export const mostFieldBytes = 256 * 1024;

/** Form fields with JSON text, besides the file. */
export const AnswerFields = z.strictObject({
  columns: z.optional(BankColumns),
  choices: z.optional(BankAnswerChoices),
  seen: z.string().max(64, 'seenの指定が正しくありません。').default(''),
  columnsVersion: z.int('columnsVersionの指定が正しくありません。').min(0).default(0),
});

const noFile = () =>
  refuse('ValidationError', '銀行の入出金明細のCSVファイルを1つ選んでください。');

/** Parses the multipart body; refuses anything but one file, and invalid parts. */
export async function readAnswerBody(request: FastifyRequest): Promise<AnswerUpload> {
  if (!request.isMultipart()) throw noFile();
  const fields: Record<string, unknown> = {};
  let file: { fileName: string; content: Buffer } | undefined;
  const limits = {
    ...{ fileSize: maxBankFileBytes, files: 1, fields: 4, parts: 5 },
    fieldSize: mostFieldBytes,
  };
  // Reads to the end before refusing: a browser that is still sending would not read the response.
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      fields[part.fieldname] = fromJson(part.value);
      continue;
    }
    const content = await part.toBuffer().catch((error: unknown) => {
      if (!part.file.truncated) throw error;
      throw refuse(
        'PayloadTooLarge',
        'ファイルが大きすぎます。10MBまでのファイルを選ぶか、期間を分けて書き出してください。',
      );
    });
    file = { fileName: cleanName(part.filename ?? ''), content };
  }
  if (!file) throw noFile();
  const { data, error } = AnswerFields.safeParse(fields);
  if (error)
    throw refuse('ValidationError', error.issues[0]?.message ?? '指定が正しくありません。');
  const { columns = null, choices = [], ...rest } = data;
  return { ...file, ...rest, columns, choices };
}

function fromJson(value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    throw refuse('ValidationError', '列や選択は、JSONで送ってください。');
  }
}

/** A name that can be stored and displayed. */
const cleanName = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Cs}\ufffd]/gu, '')
    .slice(0, 200)
    .toWellFormed();
