import type { TestApp } from '#test/test-app.ts';

type Part = { name: string; fileName: string; content: Uint8Array | string };

/** A form of files as a browser sends it. */
export function fileForm(parts: Part[]) {
  const boundary = 'boundary-of-a-test';
  const chunks = parts.flatMap(({ name, fileName, content }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: text/csv\r\n\r\n`,
    ),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ]);
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

type Options = { dryRun?: boolean; items?: string };

/** Uploads results as the person of `signIn`'s headers: text as JSON, bytes as a form. */
export async function uploadResults(
  { app }: Pick<TestApp, 'app'>,
  person: { authorization: string },
  content: string | Uint8Array,
  { dryRun, items }: Options = {},
) {
  const sent =
    typeof content === 'string'
      ? { payload: { csv: content, ...(items && { items }) }, headers: {} }
      : fileForm([
          { name: 'csv', fileName: '査定結果.csv', content },
          ...(items ? [{ name: 'items', fileName: '明細.csv', content: items }] : []),
        ]);
  const response = await app.inject({
    method: 'POST',
    url: `/api/csv/appraisal-result${dryRun ? '?dryRun=true' : ''}`,
    payload: sent.payload,
    headers: { ...sent.headers, ...person },
  });
  return { status: response.statusCode, body: response.json() };
}
