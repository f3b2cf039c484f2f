import type { FastifyRequest } from 'fastify';
import { refuse } from '#kit/errors/refusal.ts';
import { maxAnswerBytes, WordMeanings } from './carrier-answer.ts';

const noFile = () => refuse('ValidationError', '運送会社のCSVファイルを1つ選んでください。');

const isEmpty = () =>
  refuse('ValidationError', 'ファイルが空です。運送会社のソフトから、もう一度書き出してください。');

/** Meanings that a person gave to unknown words, from the JSON field "meanings". */
function readMeanings(text: unknown): WordMeanings {
  try {
    return WordMeanings.parse(JSON.parse(String(text)));
  } catch {
    throw refuse('ValidationError', '配達状況のことばの意味を、一覧から選んでください。');
  }
}

/** Reads the form: one file, and the meanings of its unknown words. */
export async function readAnswerBody(
  request: FastifyRequest,
): Promise<{ content: Uint8Array; meanings: WordMeanings }> {
  if (!request.isMultipart()) throw noFile();
  let content: Buffer | undefined;
  let meanings: WordMeanings = [];
  const limits = {
    ...{ fileSize: maxAnswerBytes, files: 1, parts: 2 },
    ...{ fields: 1, fieldSize: 16 * 1024 },
  };
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') {
      if (part.fieldname === 'meanings') meanings = readMeanings(part.value);
      continue;
    }
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
  return { content, meanings };
}
