import type { FastifyRequest } from 'fastify';
import { refuse } from '#domain/errors/refusal.ts';
import { maxAnswerBytes } from '#domain/tracking/carrier-answer.ts';

const noFile = () => refuse('ValidationError', '運送会社のCSVファイルを1つ選んでください。');

const isEmpty = () =>
  refuse('ValidationError', 'ファイルが空です。運送会社のソフトから、もう一度書き出してください。');

/** The one file of a form. */
export async function readAnswerBody(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw noFile();
  let content: Buffer | undefined;
  const limits = { fileSize: maxAnswerBytes, files: 1, fields: 0, parts: 1 };
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue;
    content = await part.toBuffer().catch((error) => {
      if (!part.file.truncated) throw error;
      throw refuse(
        'PayloadTooLarge',
        'ファイルが大きすぎます。20MBまでのファイルを選んでください。',
      );
    });
  }
  if (!content) throw noFile();
  if (content.length === 0) throw isEmpty();
  return content;
}
