import type { FastifyRequest } from 'fastify';
import { refuse } from '#kit/errors/refusal.ts';
import { maxSaleFileBytes } from './sale.ts';

const noFile = () => refuse('ValidationError', '売却の実績のCSVファイルを1つ選んでください。');

export async function readSaleBody(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw noFile();
  let content: Buffer | undefined;
  const limits = { fileSize: maxSaleFileBytes, files: 1, fields: 0, parts: 1 };
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue;
    content = await part.toBuffer().catch((error) => {
      if (!part.file.truncated) throw error;
      throw refuse(
        'PayloadTooLarge',
        'ファイルが大きすぎます。5MBまでのファイルを選んでください。',
      );
    });
  }
  if (!content || content.length === 0) throw noFile();
  return content;
}
