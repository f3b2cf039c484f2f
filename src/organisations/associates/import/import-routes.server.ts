import type { FastifyRequest } from 'fastify';
import { refuse } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import {
  CheckedImport,
  ImportRows,
  ReadImport,
} from '#organisations/associates/associate-import.ts';
import type { Services } from '#start/services.server.ts';
import { maxResultFileBytes, tooLargeMessage } from '#warehouse/results/result-import.ts';

const tags = ['運営'];
const base = '/api/office/associates/import';
const allow = 'associates.edit' as const;
/** Five hundred rows with the longest texts. */
const rowsLimit = 40 * 1024 * 1024;
const slow = { handlerTimeout: 120_000 };

/** Import of organisations: read, validated and corrected as often as needed, then written in parts. */
export function associateImportRoutes(
  app: App,
  { associateImports }: Pick<Services, 'associateImports'>,
) {
  app.post(
    `${base}/read`,
    {
      ...slow,
      config: { allow, bodyTimeoutMs: 120_000 },
      bodyLimit: maxResultFileBytes + 64 * 1024,
      schema: {
        form: { file: 'file' },
        response: { 200: ReadImport },
        tags,
        summary: '団体のCSVを読み取る（何も保存しない）',
      },
    },
    async (request) => associateImports.read(await readFile(request)),
  );
  app.post(
    `${base}/check`,
    {
      ...slow,
      config: { allow },
      bodyLimit: rowsLimit,
      schema: {
        body: ImportRows,
        response: { 200: CheckedImport },
        tags,
        summary: '団体の行を確かめる（何も保存しない、500行まで）',
      },
    },
    (request) => associateImports.check(request.body.rows),
  );
  app.post(
    base,
    {
      ...slow,
      config: { allow },
      bodyLimit: rowsLimit,
      schema: {
        body: ImportRows,
        response: { 200: CheckedImport },
        tags,
        summary: '団体の行を取り込む（500行まで、1行でも誤りがあれば何も書かない）',
      },
    },
    (request) => associateImports.write(personOf(request), request.body.rows),
  );
}

const noFile = () => refuse('ValidationError', '団体のCSVファイルを1つ選んでください。');

async function readFile(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw noFile();
  let content: Buffer | undefined;
  const limits = { fileSize: maxResultFileBytes, files: 1, fields: 0, parts: 1 };
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue;
    content = await part.toBuffer().catch((error) => {
      if (!part.file.truncated) throw error;
      throw refuse('PayloadTooLarge', tooLargeMessage);
    });
  }
  if (!content?.length) throw noFile();
  return content;
}
