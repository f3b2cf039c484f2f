import iconv from 'iconv-lite';

type Statement = { lines: readonly string[]; name?: string; headings?: string } & Record<
  string,
  unknown
>;

const usual = '日付,出金,入金,摘要,残高';

/** A form with a bank's statement in CP932 and the operator's choices; without a heading if `headings` is ''. */
export async function bankStatement({
  lines,
  name = '明細.csv',
  headings = usual,
  ...fields
}: Statement) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, JSON.stringify(value));
  const all = headings === '' ? lines : [headings, ...lines];
  const bytes = iconv.encode(all.map((line) => `${line}\r\n`).join(''), 'cp932');
  form.append('file', new File([new Uint8Array(bytes)], name), name);
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  };
}
