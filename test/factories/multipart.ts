/** A multipart body of a JSON field and files, as a browser sends it. */
export async function multipart(
  field: string,
  value: unknown,
  files: readonly { name: string; bytes: Uint8Array | string }[] = [],
) {
  const form = new FormData();
  form.set(field, JSON.stringify(value));
  for (const { name, bytes } of files)
    form.append('file', new File([bytes as BlobPart], name), name);
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  };
}
