/** A message on a thread; `prints` identify the chosen files, so that a retry is recognised. */
export type WrittenReply = { fields: object; files: readonly File[]; prints: string[] };

export const writtenReply = (fields: object, files: readonly File[]): WrittenReply => ({
  fields,
  files,
  prints: files.map(({ name, size, lastModified }) => `${name} ${size} ${lastModified}`),
});

/** The multipart body for the API. */
export function replyBody({ fields, files }: WrittenReply): FormData {
  const form = new FormData();
  form.set('reply', JSON.stringify(fields));
  for (const file of files) form.append('file', file, file.name);
  return form;
}
