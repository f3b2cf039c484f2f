import type { TestApp } from '#test/test-app.ts';

/** A part without a file name is a field. */
type Part = { name: string; fileName?: string; content: Uint8Array | string };

/** A multipart form as a browser sends it. */
export function fileForm(parts: Part[]) {
  const boundary = 'boundary-of-a-test';
  const chunks = parts.flatMap(({ name, fileName, content }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${
        fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: text/csv`
      }\r\n\r\n`,
    ),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ]);
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

type Options = {
  dryRun?: boolean;
  items?: string;
  /** Leaves the rows waiting; by default they are released at once, even unlikely ones. */
  waits?: boolean;
  /** Further query parameters: accept=good. */
  query?: string;
};

const overrideReason = '確かめました';

/** Uploads results as the person of `signIn`'s headers: text as JSON, bytes as a form. */
export async function uploadResults(
  { app }: Pick<TestApp, 'app'>,
  person: { authorization: string },
  content: string | Uint8Array,
  { dryRun, items, waits = false, query = '' }: Options = {},
) {
  const sent =
    typeof content === 'string'
      ? {
          payload: {
            csv: content,
            ...(items && { items }),
            ...(!waits && { overrideReason }),
          },
          headers: {},
        }
      : fileForm([
          { name: 'csv', fileName: '査定結果.csv', content },
          ...(items ? [{ name: 'items', fileName: '明細.csv', content: items }] : []),
          ...(waits ? [] : [{ name: 'overrideReason', content: overrideReason }]),
        ]);
  const parameters = [...(dryRun ? ['dryRun=true'] : []), ...(waits ? [] : ['release=now']), query];
  const response = await app.inject({
    method: 'POST',
    url: `/api/csv/appraisal-result?${parameters.filter(Boolean).join('&')}`,
    payload: sent.payload,
    headers: { ...sent.headers, ...person },
  });
  return { status: response.statusCode, body: response.json() };
}
